import { SearchX } from "lucide-react";
import { Suspense, useCallback, useEffect, useMemo, useState } from "react";
import type { LiveEvent } from "../../../../server/contract/events.ts";
import type { Task } from "../../../../server/contract/tasks.ts";
import { issueAt } from "../../../api/api_problem.ts";
import { useLiveEvent } from "../../../api/use_live.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { Pagination } from "../../../ui/data/pagination.tsx";
import { useDelayed } from "../../../ui/feedback/use_delayed.ts";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { classNames } from "../../../ui/class_names.ts";
import { ViewTabs } from "../../views/view_tabs.tsx";
import { FilterChips } from "./filter_chips.tsx";
import { isFiltered, noFilters, queryOf } from "../../../shared/task/list_address.ts";
import { ListToolbar } from "./list_toolbar.tsx";
import { FirstTask, NothingFound } from "./no_tasks.tsx";
import { wholePage } from "./row_window.ts";
import { dropRow, keepPresent, noSelection, type Selection } from "../../../ui/data/selection.ts";
import { type TasksProps, TaskTable } from "./task_table.tsx";
import { useColumns } from "./use_columns.ts";
import { pageSizes, useListState } from "../../../shared/task/use_list_state.ts";
import { useTaskList } from "./use_task_list.ts";
import { lazyPart } from "../../../ui/feedback/lazy.tsx";

const none: readonly Task[] = [];

/** The list of tasks: views, search, filters, the table or cards, pages. */
export function TaskList() {
  const handle = useListState();
  const { state, change, pageSize, setPageSize } = handle;
  const columns = useColumns();
  const list = useTaskList(handle);
  const tasks = list.data?.items ?? none;
  const asked = JSON.stringify(queryOf(state));
  const { selection, setSelection } = useSelected(tasks, { asked, endless: pageSize === "all" });
  const narrow = useNarrow();
  const some = selection.chosen.size > 0;
  const stale = useDelayed(list.isPlaceholderData, 300);
  const whole = !isFiltered(state) && state.view === null && state.type === null;
  if (list.data?.total === 0 && !list.isPlaceholderData && whole) return <FirstTask />;
  const shared = { handle, columns, selection, setSelection };
  return (
    <div className="flex flex-col gap-3 md:h-[calc(100dvh-96px)]">
      <ViewTabs handle={handle} />
      {state.type && (
        <Suspense fallback={<div className="h-8 shrink-0" />}>
          <KindTabs handle={handle} />
        </Suspense>
      )}
      <Suspense fallback={<div className="min-h-8 shrink-0" />}>
        {(!some || narrow) && <ListToolbar handle={handle} columns={columns} />}
        {some && (
          <BatchBar
            tasks={[...selection.chosen.values()]}
            onClear={() => setSelection(() => noSelection)}
          />
        )}
      </Suspense>
      <FilterChips handle={handle} />
      {list.failure
        ? <ListFailure error={list.failure} onRetry={() => void list.refetch()} />
        : list.data?.total === 0
        ? <NothingFound state={state} onClear={() => change(noFilters)} />
        : (
          <div className={classNames("flex min-h-0 flex-col transition-opacity", stale && "opacity-55")}>
            {pageSize === "all" && list.data
              ? (
                <Suspense>
                  <EndlessTasks key={asked} {...shared} total={list.data.total} />
                </Suspense>
              )
              : <Tasks {...shared} tasks={tasks} loading={!list.data} />}
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

// What only some see, or only later.
const KindTabs = lazyPart(() => import("./kind_tabs.tsx"), { texts: "start" });
const BatchBar = lazyPart(() => import("./batch_bar.tsx"), { texts: "start" });
const TaskCards = lazyPart(() => import("./task_cards.tsx"), { texts: "start" });
const EndlessTasks = lazyPart(() => import("./endless_tasks.tsx"), { texts: "start" });

function Tasks({ tasks, ...props }: Omit<TasksProps, "rows"> & { tasks: readonly Task[] }) {
  const narrow = useNarrow();
  const rows = useMemo(() => wholePage(tasks), [tasks]);
  if (!narrow) return <TaskTable {...props} rows={rows} />;
  return (
    <Suspense>
      <TaskCards {...props} rows={rows} />
    </Suspense>
  );
}

/** Says why there is no list; of a view that is no more there is nothing to try again. */
function ListFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const gone = issueAt(error, "viewId");
  if (gone) return <EmptyState icon={<SearchX size={22} />} title={gone} />;
  return <ErrorState error={error} onRetry={onRetry} />;
}

/** The chosen tasks: of a page those that are still on it, of an endless list all that were not deleted. */
function useSelected(tasks: readonly Task[], { asked, endless }: { asked: string; endless: boolean }) {
  const [stored, setSelection] = useState<Selection<Task>>(noSelection);
  useEffect(() => {
    if (endless) setSelection(noSelection); // what is not in the list any more is not acted on unseen
  }, [asked, endless]);
  const selection = useMemo(() => endless ? stored : keepPresent(stored, tasks), [stored, tasks, endless]);
  useLiveEvent(useCallback(({ type, id }: LiveEvent) => {
    if (type === "task:deleted") setSelection((before) => dropRow(before, id));
  }, []));
  return { selection, setSelection };
}
