import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useCallback,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Task, TaskSortField } from "../../../../server/contract/tasks.ts";
import { AllBox } from "../../../ui/data/rows/choose_boxes.tsx";
import { locationOf } from "../../../ui/data/rows/row_keys.ts";
import { ContextMenu } from "../../../ui/overlays/context_menu.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { HeadCell, type SortDirection, Table, WideRow } from "../../../ui/data/table.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useTaskActions } from "../actions/use_task_actions.tsx";
import { taskEntries } from "../actions/task_entries.tsx";
import {
  type ColumnChoice,
  type ColumnId,
  columns,
  isFlexible,
  minWidth,
  resizeColumn,
  visibleColumns,
  widthOf,
  widthRange,
} from "./columns.ts";
import { nextSort } from "../../../shared/task/list_address.ts";
import type { RowWindow } from "./row_window.ts";
import type { Selection } from "../../../ui/data/selection.ts";
import { TaskRow } from "./task_row.tsx";
import { type SetSelection, useChoosing } from "./use_choosing.ts";
import type { ColumnsHandle } from "./use_columns.ts";
import { useRowKeys } from "./use_row_keys.ts";
import type { ListStateHandle } from "../../../shared/task/use_list_state.ts";
import { useMedia } from "../../../ui/use_media.ts";

export interface TasksProps {
  handle: ListStateHandle;
  columns: ColumnsHandle;
  rows: RowWindow;
  loading: boolean;
  selection: Selection<Task>;
  setSelection: SetSelection;
}

/** Tasks as rows. Columns have fixed widths, so that nothing moves when times and states change. */
export function TaskTable({ handle, columns, rows, loading, selection, setSelection }: TasksProps) {
  const { t } = useMessages();
  const { toggle, toggleEvery } = useChoosing(rows, selection, setSelection);
  const keys = useRowKeys(rows, toggle);
  const menu = useRowsMenu(rows);
  const label = useCallback((text: string) => handle.change({ label: text }), [handle.change]);
  const visible = useVisibleColumns(columns.choice);
  return (
    <Table
      label={t("tasks.title")}
      frame={rows.frame}
      rowCount={rows.tasks.length + 1}
      minWidth={minWidth(columns.choice, visible)}
      className="min-h-0 [&>table]:table-fixed"
    >
      <TableHead
        {...{ handle, columns, visible }}
        chosen={selection.chosen.size}
        total={rows.tasks.length}
        onAll={() => void toggleEvery()}
      />
      <ContextMenu entries={menu.entries}>
        <tbody ref={keys.body} onKeyDown={keys.onKeyDown} onFocus={keys.onFocus} onContextMenu={menu.aim}>
          {loading && <SkeletonRows columns={visible.length + 2} rows={10} />}
          <Room height={rows.above} columns={visible.length + 2} />
          {rows.drawn.map((index) => {
            const task = rows.tasks[index];
            return (
              <TaskRow
                key={task?.id ?? `at ${index}`}
                {...{ task, location: index, visible }}
                selected={task !== undefined && selection.chosen.has(task.id)}
                reachable={task !== undefined && task.id === keys.reachable}
                onToggle={toggle}
                onLabel={label}
              />
            );
          })}
          <Room height={rows.below} columns={visible.length + 2} />
        </tbody>
      </ContextMenu>
    </Table>
  );
}

/** Stands for rows that are not drawn. */
function Room({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <WideRow columns={columns}>
      <div aria-hidden style={{ height }} />
    </WideRow>
  );
}

interface TableHeadProps {
  handle: ListStateHandle;
  columns: ColumnsHandle;
  visible: readonly ColumnId[];
  chosen: number;
  total: number;
  onAll: () => void;
}

function TableHead(
  { handle: { state, change }, columns: stored, visible, chosen, total, onAll }: TableHeadProps,
) {
  const { t } = useMessages();
  const sortable = (field: TaskSortField | undefined) =>
    field && {
      sort: directionOf(state.sort, field),
      onSort: () => change({ sort: nextSort(state.sort, field) }),
    };
  return (
    <thead>
      <tr>
        <th
          scope="col"
          className="sticky start-0 top-0 z-20 h-9 w-11 border-b border-line bg-surface ps-4 text-start"
        >
          <AllBox chosen={chosen} total={total} onAll={onAll} />
        </th>
        {visible.map((id) => (
          <HeadCell
            key={id}
            {...sortable(columns[id].sort)}
            width={widthOf(stored.choice, id)}
            end={<ColumnEdge id={id} columns={stored} />}
            className={id === "name"
              ? `start-11 z-20 ${isFlexible(stored.choice, visible, "command") ? "w-1/5" : ""}`
              : ""}
          >
            {t(columns[id].word)}
          </HeadCell>
        ))}
        <HeadCell width={visible.some((id) => widthOf(stored.choice, id) === null) ? 112 : null} hideLabel>
          {t("tasks.actions")}
        </HeadCell>
      </tr>
    </thead>
  );
}

function directionOf(
  sort: ListStateHandle["state"]["sort"],
  field: TaskSortField,
): SortDirection | undefined {
  if (sort?.field !== field) return undefined;
  return sort.descending ? "descending" : "ascending";
}

/** One context menu for all rows: that of the row under the pointer. */
function useRowsMenu({ tasks }: RowWindow) {
  const { t } = useMessages();
  const actions = useTaskActions();
  const [id, setId] = useState<number | null>(null);
  const task = id === null ? undefined : tasks.find((one) => one?.id === id);
  const aim = (event: MouseEvent) => {
    const aimed = tasks[locationOf(event.target) ?? -1];
    if (!aimed) return event.preventDefault();
    setId(aimed.id);
  };
  return { aim, entries: task ? taskEntries(task, { actions, t, opens: true }) : [] };
}

/** Lists the columns to draw: those the person chose, else the usual ones that there is room for, the least needed going first. */
function useVisibleColumns({ shown: visible }: ColumnChoice): readonly ColumnId[] {
  const room: Partial<Record<ColumnId, boolean>> = {
    command: useMedia("(min-width: 1440px)"),
    schedule: useMedia("(min-width: 1280px)"),
    recent: useMedia("(min-width: 1280px)"),
    nextRun: useMedia("(min-width: 960px)"),
  };
  const key = visibleColumns({ shown: visible, widths: {} }).filter((id) => visible || room[id] !== false)
    .join();
  return useMemo(() => key.split(",") as ColumnId[], [key]); // joined from such just above
}

const step = 16;

/** The edge of a column's head: drag it, or move it with the arrow keys; two clicks give the column its own width back. */
function ColumnEdge({ id, columns: { choice, choose } }: { id: ColumnId; columns: ColumnsHandle }) {
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
      aria-label={t("tasks.resizeColumn", { column: t(columns[id].word) })}
      aria-valuenow={choice.widths[id] ?? columns[id].width ?? widthRange.max}
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

/** Follows the pointer without drawing anything anew; the width is kept when it is let go. */
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
