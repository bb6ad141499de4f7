import { CalendarClock, ListPlus, Plus, SearchX } from "lucide-react";
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
import { isFiltered, type ListState, noFilters, queryOf } from "../../../shared/task/list_address.ts";
import { ListToolbar } from "./list_toolbar.tsx";
import { wholePage } from "./row_window.ts";
import { dropRow, keepPresent, noSelection, type Selection } from "../../../ui/data/selection.ts";
import { TaskCardSkeletons } from "./task_card_skeletons.tsx";
import { type TasksProps, TaskTable } from "./task_table.tsx";
import { useColumns } from "./use_columns.ts";
import { type ListStateHandle, pageSizes, useListState } from "../../../shared/task/use_list_state.ts";
import { useTaskList } from "./use_task_list.ts";
import { lazyPart } from "../../../ui/feedback/lazy.tsx";
import { Chip } from "../../../ui/data/badge.tsx";
import { Button } from "../../../ui/inputs/button.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useTaskActions } from "../actions/use_task_actions.tsx";
import { taskStatusStyles } from "../../../shared/task/task_status.tsx";
import { useShortcuts } from "../../../shared/page/use_shortcuts.ts";

const SubscriptionChip = lazyPart(() => import("./subscription_chip.tsx"));

/** The filters that act now, each with a way to take it away, and the way to keep them as a view; nothing when there are none. */
function FilterChips({ handle: { state, change } }: { handle: ListStateHandle }) {
  const { t } = useMessages();
  const { links } = useTaskActions();
  const { subscription } = state;
  const savable = state.status.length > 0 || state.label !== "";
  if (!savable && subscription === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5" role="group" aria-label={t("tasks.filters")}>
      {state.status.map((status) => (
        <Chip
          key={status}
          label={t(taskStatusStyles[status].word)}
          onRemove={() => change({ status: state.status.filter((one) => one !== status) })}
        />
      ))}
      {state.label && (
        <Chip
          label={t("tasks.filterLabel", { label: state.label })}
          onRemove={() => change({ label: "" })}
        />
      )}
      {subscription !== null && (
        <Suspense>
          <SubscriptionChip id={subscription} onRemove={() => change({ subscription: null })} />
        </Suspense>
      )}
      {savable && (
        <Button
          variant="ghost"
          size="small"
          icon={<ListPlus size={14} aria-hidden />}
          onClick={() => links.viewForm()}
          className="h-6!"
        >
          {t("tasks.saveView")}
        </Button>
      )}
    </div>
  );
}

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
    <Suspense fallback={<TaskCardSkeletons />}>
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

/** Stands in place of the list while there is no task at all. */
function FirstTask() {
  const { t } = useMessages();
  const { links } = useTaskActions();
  useShortcuts({ n: () => links.create() });
  return (
    <div className="flex flex-1 flex-col justify-center rounded-md border border-dashed border-line-strong bg-surface">
      <EmptyState
        icon={<CalendarClock size={22} />}
        title={t("tasks.none")}
        text={t("tasks.noneHelp")}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button
              variant="primary"
              icon={<Plus size={16} aria-hidden />}
              onClick={() => links.create()}
            >
              {t("tasks.createFirst")}
            </Button>
            <Button onClick={() => links.importCrontab()}>{t("tasks.importCrontab")}</Button>
          </div>
        }
      />
    </div>
  );
}

/** Stands in place of the rows when no task fits what was searched for, or the view. */
function NothingFound({ state, onClear }: { state: ListState; onClear: () => void }) {
  const { t } = useMessages();
  if (!isFiltered(state)) return <EmptyTab state={state} />;
  return (
    <div className="rounded-md border border-line bg-surface">
      <EmptyState
        icon={<SearchX size={22} />}
        title={t("tasks.noMatch")}
        text={t("tasks.noMatchHelp")}
        action={<Button onClick={onClear}>{t("tasks.clearFilters")}</Button>}
      />
    </div>
  );
}

function EmptyTab({ state: { view } }: { state: ListState }) {
  const { t } = useMessages();
  const { links } = useTaskActions();
  return (
    <div className="rounded-md border border-line bg-surface">
      <EmptyState
        icon={<SearchX size={22} />}
        title={view === null ? t("tasks.typeEmpty") : t("tasks.viewEmpty")}
        text={view !== null && t("tasks.viewEmptyHelp")}
        action={view !== null && <Button onClick={() => links.viewForm(view)}>{t("tasks.viewEdit")}</Button>}
      />
    </div>
  );
}
