// Reordering of a DataTable by mouse, touch and keyboard. In a file of its own, because only some lists load
// it.
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MeasuringStrategy,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { type ComponentProps, useMemo } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import type { SortableItemProps, SortableListProps, SortableRows } from "./data_table_props.ts";
import { moveItem } from "./move_item.ts";
import { RowDragContext } from "./row_drag.tsx";

/** Makes the rows of a `DataTable` reorderable. */
export const sortableRows: SortableRows = { List: SortableList, Item: SortableItem };

const startPixels = 5;
// Rows that become visible during a drag are measured too.
const measuring = { droppable: { strategy: MeasuringStrategy.Always } };
/** Restricts a drag to vertical moves within the visible area. */
const vertical: Modifier = ({ transform, draggingNodeRect: row, scrollableAncestorRects: [frame] }) => {
  if (!row || !frame) return { ...transform, x: 0 };
  const y = Math.max(frame.top - row.top, Math.min(transform.y, frame.bottom - row.bottom));
  return { ...transform, x: 0, y };
};

function SortableList({ ids, nameOf, onOrder, onDrag, children }: SortableListProps) {
  const { t } = useMessages();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: startPixels } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: "auto" }),
  );
  const items = useMemo(() => [...ids], [ids]);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    onDrag(null);
    const next = over ? moveItem(ids, Number(active.id), ids.indexOf(Number(over.id))) : ids;
    if (next !== ids) onOrder(next);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[vertical]}
      measuring={measuring}
      accessibility={{
        announcements: useAnnouncements(ids, nameOf),
        screenReaderInstructions: { draggable: t("controls.dragInstructions") },
        container: document.body,
      }}
      onDragStart={({ active }) => onDrag(Number(active.id))}
      onDragCancel={() => onDrag(null)}
      onDragEnd={onDragEnd}
    >
      <SortableContext items={items} strategy={verticalListSortingStrategy}>{children}</SortableContext>
    </DndContext>
  );
}

function useAnnouncements(ids: readonly number[], nameOf: (id: number) => string): Announcements {
  const { t } = useMessages();
  const at = (id: string | number | undefined) => ids.indexOf(Number(id)) + 1;
  const total = ids.length;
  return {
    onDragStart: ({ active }) =>
      t("controls.dragStarted", { name: nameOf(Number(active.id)), position: at(active.id), total }),
    onDragOver: ({ active, over }) =>
      t("controls.dragMoved", {
        name: nameOf(Number(active.id)),
        position: at(over?.id ?? active.id),
        total,
      }),
    onDragEnd: ({ active, over }) =>
      t("controls.dragEnded", {
        name: nameOf(Number(active.id)),
        position: at(over?.id ?? active.id),
        total,
      }),
    onDragCancel: ({ active }) => t("controls.dragCancelled", { name: nameOf(Number(active.id)) }),
  };
}

function SortableItem({ id, disabled, children }: SortableItemProps) {
  const { t } = useMessages();
  const item = useSortable({ id, disabled, attributes: { roleDescription: t("controls.dragRole") } });
  const { transform, transition, isDragging } = item;
  const handle = {
    ref: item.setActivatorNodeRef,
    ...item.attributes,
    ...item.listeners,
  } as ComponentProps<"button">; // the library types its role and listeners loosely
  const style = transform ? { transform: `translate3d(0, ${transform.y}px, 0)`, transition } : {};
  return (
    <RowDragContext value={disabled ? null : { dragged: isDragging, handle }}>
      {children({ ref: item.setNodeRef, style })}
    </RowDragContext>
  );
}
