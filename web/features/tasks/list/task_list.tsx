import { lazy, Suspense, useMemo, useState } from "react";
import type { Task } from "../../../../server/contract/tasks.ts";
import { ErrorState } from "../../../ui/error_state.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { useDelayed } from "../../../ui/use_delayed.ts";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { classNames } from "../../../ui/class_names.ts";
import { BatchBar } from "./batch_bar.tsx";
import { FilterChips } from "./filter_chips.tsx";
import { isFiltered } from "./list_address.ts";
import { ListToolbar } from "./list_toolbar.tsx";
import { FirstTask, NothingFound } from "./no_tasks.tsx";
import { keepPresent, noSelection } from "./selection.ts";
import { type TasksProps, TaskTable } from "./task_table.tsx";
import { pageSizes, useListState } from "./use_list_state.ts";
import { useTaskList } from "./use_task_list.ts";

const none: readonly Task[] = [];

/** The list of tasks: search, filters, the table or cards, pages. */
export function TaskList() {
  const handle = useListState();
  const { state, change, pageSize, setPageSize } = handle;
  const list = useTaskList(handle);
  const tasks = list.data?.items ?? none;
  const { selection, setSelection, selected } = useSelected(tasks);
  const stale = useDelayed(list.isPlaceholderData, 300);
  if (list.data?.total === 0 && !list.isPlaceholderData && !isFiltered(state)) return <FirstTask />;
  return (
    <div className="flex flex-col gap-3 md:h-[calc(100dvh-96px)]">
      {selected.length > 0
        ? <BatchBar tasks={selected} onClear={() => setSelection(noSelection)} />
        : <ListToolbar handle={handle} />}
      <FilterChips handle={handle} />
      {list.failure
        ? <ErrorState error={list.failure} onRetry={() => void list.refetch()} />
        : list.data?.total === 0
        ? <NothingFound onClear={() => change({ q: "", status: [], label: "" })} />
        : (
          <div className={classNames("flex min-h-0 flex-col transition-opacity", stale && "opacity-55")}>
            <Tasks {...{ handle, tasks, selection, setSelection }} loading={!list.data} />
          </div>
        )}
      {list.data && list.data.total > 0 && (
        <Pagination
          page={state.page}
          total={list.data.total}
          onPage={(page) => change({ page })}
          onPageSize={setPageSize}
          {...{ pageSize, pageSizes }}
        />
      )}
    </div>
  );
}

// Only phones need them.
const TaskCards = lazy(() => import("./task_cards.tsx"));

function Tasks(props: TasksProps) {
  if (!useNarrow()) return <TaskTable {...props} />;
  return (
    <Suspense>
      <TaskCards {...props} />
    </Suspense>
  );
}

function useSelected(tasks: readonly Task[]) {
  const [kept, setSelection] = useState(noSelection);
  const selection = useMemo(() => keepPresent(kept, tasks.map(({ id }) => id)), [kept, tasks]);
  const selected = tasks.filter(({ id }) => selection.ids.has(id));
  return { selection, setSelection, selected };
}
