import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { Checkbox } from "../inputs/checkbox.tsx";
import {
  type Column,
  type ColumnsHandle,
  defaultChoice,
  resizeColumn,
  shareOf,
  widthOf,
  widthRange,
} from "./columns.ts";
import type { DataTableProps, Identified } from "./data_table_props.ts";
import { HeadCell } from "./table.tsx";

/** The columns that `DataTable` adds to those of a list. */
export const selectId = "select";
export const actionsId = "actions";

interface ColumnHeadProps<T extends Identified, F extends string> extends DataTableProps<T, F> {
  column: Column<T, F>;
  visible: readonly Column<T, F>[];
  sorted: "asc" | "desc" | undefined;
  onSorted: () => void;
}

/** Renders the header of a column: its name or the checkbox of all rows, the sort order and the edge that resizes it. */
export function ColumnHead<T extends Identified, F extends string>(props: ColumnHeadProps<T, F>) {
  const { column, visible, rows, selection, columns, columnsHandle, sorted, onSorted } = props;
  const { t } = useMessages();
  const { id, header, sort, hideHeader = false, headClassName } = column;
  const choice = columnsHandle?.choice ?? defaultChoice;
  // When all columns have a width, the actions take the rest.
  const hasRest = id !== actionsId || visible.some((one) => widthOf(one, choice) === undefined);
  const width = hasRest ? widthOf(column, choice) : undefined;
  const share = shareOf(column, visible, choice);
  if (id === selectId && selection) {
    return (
      <th
        scope="col"
        className="sticky start-0 top-0 z-20 h-9 w-11 border-b border-line bg-surface ps-4 text-start"
      >
        <AllBox rows={rows} chosen={selection.chosen} onAll={selection.onToggleAll} />
      </th>
    );
  }
  return (
    <HeadCell
      hideLabel={hideHeader}
      sort={sorted && (sorted === "asc" ? "ascending" : "descending")}
      onSort={sort === undefined ? undefined : onSorted}
      width={width ?? (share && `${share * 100}%`)}
      className={headClassName}
      end={columnsHandle && columns.includes(column) && (
        <ColumnEdge id={id} label={t(header)} width={width} choose={columnsHandle.choose} />
      )}
    >
      {t(header)}
    </HeadCell>
  );
}

/** Renders the checkbox that selects all rows or none. */
function AllBox(
  { rows, chosen, onAll }: {
    rows: readonly (Identified | undefined)[];
    chosen: ReadonlyMap<number, unknown>;
    onAll: () => void;
  },
) {
  const { t } = useMessages();
  // Rows of other pages may be selected, too.
  const isAll = chosen.size > 0 && chosen.size >= rows.length &&
    rows.every((row) => row === undefined || chosen.has(row.id));
  return (
    <Checkbox
      label={t("ui.selectAll")}
      hideLabel
      className="flex! w-fit"
      checked={isAll}
      indeterminate={chosen.size > 0 && !isAll}
      disabled={rows.length === 0}
      onChange={onAll}
    />
  );
}

const step = 16;

/** Renders the edge of a column header: drag it or press the arrow keys to resize, double-click to restore the width. */
function ColumnEdge(
  { id, label, width: current, choose }: {
    id: string;
    label: string;
    /** Pixels; undefined where the column takes the remaining width. */
    width: number | undefined;
    choose: ColumnsHandle["choose"];
  },
) {
  const { t } = useMessages();
  const edge = useRef<HTMLSpanElement>(null);
  const width = () => Math.round(edge.current?.parentElement?.offsetWidth ?? 0);
  const resize = (to: number | null) => choose((before) => resizeColumn(before, id, to));
  const onKeyDown = (event: KeyboardEvent) => {
    const away = getComputedStyle(event.currentTarget).direction === "rtl" ? -step : step;
    const by = { ArrowRight: away, ArrowLeft: -away }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    resize(width() + by);
  };
  return (
    <span
      ref={edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={t("tasks.resizeColumn", { column: label })}
      aria-valuenow={current ?? widthRange.max}
      aria-valuemin={widthRange.min}
      aria-valuemax={widthRange.max}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onDoubleClick={() => resize(null)}
      {...useDrag(edge, width, resize)}
      className="absolute inset-y-1 end-0 w-2.5 cursor-col-resize touch-none after:absolute after:inset-y-1 after:end-0 after:w-px after:bg-line hover:after:bg-accent focus-visible:after:bg-accent"
    />
  );
}

/** Follows the pointer without rendering; the width is stored when it is released. */
function useDrag(
  edge: { current: HTMLElement | null },
  width: () => number,
  resize: (to: number) => void,
) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const widthAt = (x: number) => {
    const { x: from, width } = start.current ?? { x, width: 0 };
    const back = edge.current && getComputedStyle(edge.current).direction === "rtl";
    return Math.max(widthRange.min, width + (back ? from - x : x - from));
  };
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      event.preventDefault();
      edge.current?.setPointerCapture(event.pointerId);
      start.current = { x: event.clientX, width: width() };
    },
    onPointerMove(event: PointerEvent) {
      const head = edge.current?.parentElement;
      if (start.current && head) head.style.width = `${widthAt(event.clientX)}px`;
    },
    onPointerUp(event: PointerEvent) {
      if (start.current && event.clientX !== start.current.x) resize(widthAt(event.clientX));
      start.current = null;
    },
  };
}
