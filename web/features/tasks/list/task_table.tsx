import { type MouseEvent, useCallback, useState } from "react";
import type { Task, TaskSortField } from "../../../../server/contract/tasks.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { ContextMenu } from "../../../ui/context_menu.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { HeadCell, type SortDirection, Table } from "../../../ui/table.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { useTaskActs } from "../acts/task_acts.tsx";
import { taskEntries } from "../acts/task_entries.tsx";
import { desktopOnly, wideOnly } from "./column_room.tsx";
import { nextSort } from "./list_address.ts";
import { type Selection, toggleAll, toggleRow } from "./selection.ts";
import { TaskRow } from "./task_row.tsx";
import { useRowKeys } from "./use_row_keys.ts";
import type { ListStateHandle } from "./use_list_state.ts";

export interface TasksProps {
  handle: ListStateHandle;
  tasks: readonly Task[];
  loading: boolean;
  selection: Selection;
  setSelection: (change: (selection: Selection) => Selection) => void;
}

/** Tasks as rows. Columns have fixed widths, so that nothing moves when times and states change. */
export function TaskTable({ handle, tasks, loading, selection, setSelection }: TasksProps) {
  const { t } = useWords();
  const order = tasks.map(({ id }) => id);
  const toggle = useToggle(tasks, setSelection);
  const keys = useRowKeys(tasks, toggle);
  const menu = useRowsMenu(tasks);
  const label = useCallback((text: string) => handle.change({ label: text }), [handle.change]);
  return (
    <Table
      label={t("tasks.title")}
      className="min-h-0 [&>table]:min-w-[620px] [&>table]:table-fixed"
    >
      <TableHead
        handle={handle}
        order={order}
        chosen={selection.ids.size}
        onAll={() => setSelection((before) => toggleAll(before, order))}
      />
      <ContextMenu entries={menu.entries}>
        <tbody ref={keys.body} onKeyDown={keys.onKeyDown} onFocus={keys.onFocus} onContextMenu={menu.aim}>
          {loading ? <SkeletonRows columns={8} rows={10} /> : tasks.map((task) => (
            <TaskRow
              key={task.id}
              task={task}
              selected={selection.ids.has(task.id)}
              reachable={task.id === keys.reachable}
              onToggle={toggle}
              onLabel={label}
            />
          ))}
        </tbody>
      </ContextMenu>
    </Table>
  );
}

/** Gives the way to choose a row that stays the same function while the page of tasks is shown. */
export function useToggle(tasks: readonly Task[], setSelection: TasksProps["setSelection"]) {
  const ids = tasks.map(({ id }) => id).join();
  return useCallback((id: number, range: boolean) => {
    setSelection((before) => toggleRow(before, id, { order: ids.split(",").map(Number), range }));
  }, [ids, setSelection]);
}

function TableHead(
  { handle: { state, change }, order, chosen, onAll }: {
    handle: ListStateHandle;
    order: readonly number[];
    chosen: number;
    onAll: () => void;
  },
) {
  const { t } = useWords();
  const sortable = (field: TaskSortField) => ({
    sort: directionOf(state.sort, field),
    onSort: () => change({ sort: nextSort(state.sort, field) }),
  });
  return (
    <thead>
      <tr>
        <th
          scope="col"
          className="sticky top-0 z-10 h-9 w-11 border-b border-line bg-surface ps-4 text-start"
        >
          <Checkbox
            label={t("ui.selectAll")}
            hideLabel
            className="align-middle"
            checked={chosen > 0 && chosen === order.length}
            indeterminate={chosen > 0 && chosen < order.length}
            disabled={order.length === 0}
            onChange={onAll}
          />
        </th>
        <HeadCell className="min-[1440px]:w-[21%]" {...sortable("name")}>{t("tasks.name")}</HeadCell>
        <HeadCell className={wideOnly} {...sortable("command")}>{t("tasks.command")}</HeadCell>
        <HeadCell className="w-38" {...sortable("status")}>{t("tasks.status")}</HeadCell>
        <HeadCell className={`w-33 ${desktopOnly}`}>{t("tasks.schedule")}</HeadCell>
        <HeadCell className="w-46 xl:w-60" {...sortable("lastRunAt")}>{t("tasks.lastRun")}</HeadCell>
        <HeadCell className="w-26" {...sortable("nextRunAt")}>{t("tasks.nextRun")}</HeadCell>
        <HeadCell className="w-28" hideLabel>{t("tasks.actions")}</HeadCell>
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
function useRowsMenu(tasks: readonly Task[]) {
  const { t } = useWords();
  const acts = useTaskActs();
  const [id, setId] = useState<number | null>(null);
  const task = tasks.find((one) => one.id === id);
  const aim = (event: MouseEvent) => {
    const row = (event.target as Element).closest<HTMLElement>("tr[data-task]"); // mouse events come from elements
    if (!row) return event.preventDefault();
    setId(Number(row.dataset.task));
  };
  return { aim, entries: task ? taskEntries(task, { acts, t, opens: true }) : [] };
}
