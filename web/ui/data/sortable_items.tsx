import { type KeyboardEvent, type ReactNode, useContext } from "react";
import { classNames } from "../class_names.ts";
import type { Identified, SortableElement } from "./data_table_props.ts";
import { moveItem } from "./move_item.ts";
import { DragHandle, RowDragContext } from "./row_drag.tsx";
import { sortableRows } from "./sortable_rows.tsx";

interface SortableItemsProps<T extends Identified> {
  items: readonly T[];
  nameOf(item: T): string;
  handleLabel(name: string): string;
  onOrder(ids: readonly number[]): void;
  className: string;
  itemClassName: string;
  children(item: T): ReactNode;
}

/** Renders a short list whose items are reordered by their handles: dragged, moved with the arrow keys, or with Alt and an arrow key. */
export function SortableItems<T extends Identified>(props: SortableItemsProps<T>) {
  const { items, nameOf, handleLabel, onOrder, className, itemClassName, children } = props;
  const ids = items.map(({ id }) => id);
  const nameOfId = (id: number) => {
    const item = items.find((one) => one.id === id);
    return item ? nameOf(item) : "";
  };
  const onKeyDown = (event: KeyboardEvent, id: number) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const handle = event.target instanceof Element ? event.target.closest("[data-handle]") : null;
    if (by === undefined || !(event.altKey || handle)) return;
    if (handle?.ariaPressed === "true") return; // being dragged by keyboard
    event.preventDefault();
    const next = moveItem(ids, id, ids.indexOf(id) + by);
    if (next !== ids) onOrder(next);
  };
  return (
    <sortableRows.List ids={ids} nameOf={nameOfId} onOrder={onOrder} onDrag={() => {}}>
      <ul className={className}>
        {items.map((item) => (
          <sortableRows.Item key={item.id} id={item.id} disabled={false}>
            {(element) => (
              <ItemElement
                element={element}
                className={itemClassName}
                onKeyDown={(event) => onKeyDown(event, item.id)}
              >
                <DragHandle label={handleLabel(nameOf(item))} className="h-8 w-6 touch:h-11 touch:w-9" />
                {children(item)}
              </ItemElement>
            )}
          </sortableRows.Item>
        ))}
      </ul>
    </sortableRows.List>
  );
}

interface ItemElementProps {
  element: SortableElement;
  className: string;
  onKeyDown(event: KeyboardEvent): void;
  children: ReactNode;
}

function ItemElement({ element, className, onKeyDown, children }: ItemElementProps) {
  const dragged = useContext(RowDragContext)?.dragged ?? false;
  return (
    <li
      {...element}
      data-keeps-escape={dragged || undefined} // Escape cancels the drag and does not close the surrounding dialog
      onKeyDown={onKeyDown}
      className={classNames(className, dragged ? "relative z-10 bg-selected" : "hover:bg-hover")}
    >
      {children}
    </li>
  );
}
