import { Fragment, type ReactNode, useCallback, useContext } from "react";
import { classNames } from "../class_names.ts";
import type { DataTableProps, Identified, SortableElement } from "./data_table_props.ts";
import { RowDragContext } from "./row_drag.tsx";
import { CardSkeleton, CardSkeletons } from "./rows/card_skeletons.tsx";
import { allRows, type RowWindow } from "./row_window.ts";

type DataCardsProps<T extends Identified, F extends string> = DataTableProps<T, F> & {
  card: NonNullable<DataTableProps<T, F>["card"]>;
};

/** Renders the rows of a list as cards, for a phone, where the page scrolls and not the list. */
export function DataCards<T extends Identified, F extends string>(props: DataCardsProps<T, F>) {
  const { rows, loading, window, reorder, cardHeight = "h-30", skeletons = 4, flush = false } = props;
  if (loading) {
    return (
      <div className={flush ? "p-3" : ""}>
        <CardSkeletons count={skeletons} height={cardHeight} />
      </div>
    );
  }
  const items = window?.items ?? allRows(rows.length);
  const below = window ? window.height - (items.at(-1)?.end ?? 0) : 0;
  return (
    <ul
      ref={window?.cards}
      className={classNames("flex flex-col", flush && "divide-y divide-line")}
      style={{ paddingBottom: below }}
    >
      {items.map(({ index, start }, position) => {
        const row = rows[index];
        const gap = start - (items[position - 1]?.end ?? 0);
        const item = (element: SortableElement) => (
          <CardItem {...{ element, index, gap, flush, measure: window?.measure }} id={row?.id}>
            {row ? <Card {...props} row={row} index={index} /> : <CardSkeleton height={cardHeight} />}
          </CardItem>
        );
        if (!row || !reorder) return <Fragment key={row?.id ?? `at ${index}`}>{item({})}</Fragment>;
        return (
          <reorder.sortable.Item key={row.id} id={row.id} disabled={!reorder.enabled}>
            {item}
          </reorder.sortable.Item>
        );
      })}
    </ul>
  );
}

interface CardItemProps {
  element: SortableElement;
  id: number | undefined;
  index: number;
  /** Height in pixels of the preceding rows that are not rendered. */
  gap: number;
  flush: boolean;
  measure: RowWindow["measure"] | undefined;
  children: ReactNode;
}

function CardItem({ element: { ref, style }, id, index, gap, flush, measure, children }: CardItemProps) {
  const attach = useCallback((item: HTMLElement | null) => {
    ref?.(item);
    measure?.(item);
  }, [ref, measure]);
  return (
    <li
      ref={attach}
      data-index={index}
      data-row={id}
      className={classNames("relative", !flush && "pb-2")}
      style={{ ...style, marginTop: gap }}
    >
      {children}
    </li>
  );
}

function Card<T extends Identified, F extends string>(
  { row, index, card, selection }: DataCardsProps<T, F> & { row: T; index: number },
) {
  const dragged = useContext(RowDragContext)?.dragged ?? false;
  return card(row, { index, selected: selection?.chosen.has(row.id) ?? false, dragged });
}
