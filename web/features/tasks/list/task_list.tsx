import { CalendarClock, Plus, SearchX } from "../../../ui/icons/icons.ts";
import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from "react";
import { taskSearchFields } from "../../../../server/contract/task_fields.ts";
import type { Task } from "../../../../server/contract/tasks.ts";
import { issueAt } from "../../../api/api_problem.ts";
import { useLiveEvent } from "../../../api/use_live.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { isFiltered, type ListState, noFilters } from "../../../shared/task/list_address.ts";
import { rememberList } from "../../../shared/task/last_list.ts";
import { type ListStateHandle, pageSizes, useTaskListState } from "../../../shared/task/use_list_state.ts";
import { DataTable } from "../../../ui/data/data_table.tsx";
import { Pagination } from "../../../ui/data/pagination.tsx";
import type { RowWindow } from "../../../ui/data/row_window.ts";
import { CardSkeletons } from "../../../ui/data/data_cards.tsx";
import { type ColumnsHandle, useColumns } from "../../../ui/data/columns.ts";
import { useSelection } from "../../../ui/data/use_selection.ts";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { lazyPart } from "../../../ui/feedback/lazy.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { useMedia, useNarrow } from "../../../ui/use_narrow.ts";
import { useShortcuts } from "../../../ui/use_shortcuts.ts";
import { usePublishTaskSelection } from "../../../shared/task/task_selection.ts";
import { useViews } from "../../views/use_views.ts";
import { ViewTabs } from "../../views/view_tabs.tsx";
import { isStoppable, taskEntries } from "../actions/task_entries.tsx";
import { useTrash } from "../api.ts";
import { useTaskActions } from "../../../shared/task/task_actions.ts";
import { RowActions, RunAction, taskColumns, wideTaskColumns } from "./task_columns.tsx";
import { ScheduleDescriptionsContext, useScheduleDescriptions } from "../components/schedule_descriptions.ts";
import { FilterChips, ListToolbar } from "./list_toolbar.tsx";
import { FailureReasonsContext } from "../../../shared/run/failure_reasons_context.ts";
import { type LoadedTasks, useTaskList } from "./use_task_list.ts";
import { useIsAdministrator, useMay } from "../../../api/use_permissions.ts";

const rowHeights = { comfortable: 52, compact: 36 };
const nameOf = ({ name }: Task) => name;
const noReasons: ReadonlyMap<number, string> = new Map();

/** Renders the list of tasks: views, search, filters, the rows or cards, pages. */
export function TaskList() {
  const handle = useTaskListState();
  const { state, change, pageSize, setPageSize } = handle;
  const columns = useColumns("taskColumns", taskColumns);
  const list = useTaskList(handle);
  const selection = useTaskSelection(list);
  usePublishTaskSelection(selection.chosen);
  const isGone = list.failure !== null && issueAt(list.failure, "viewId") !== undefined;
  useEffect(() => rememberList(isGone ? null : state), [
    isGone,
    state.view,
    state.sort?.field,
    state.sort?.descending,
  ]);
  const narrow = useNarrow();
  const some = selection.chosen.size > 0;
  const hasAllTasks = !isFiltered(state) && state.view === null && state.type === null;
  if (list.total === 0 && !list.isStale && hasAllTasks) return <FirstTask />;
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
            matching={selection.matching}
            onClear={selection.clear}
          />
        )}
      </Suspense>
      <FilterChips handle={handle} />
      {list.failure
        ? <ListFailure error={list.failure} onRetry={list.refetch} />
        : <TaskRows {...{ handle, columns, list, selection }} />}
      {list.total !== undefined && list.total > 0 && (
        <Pagination
          page={state.page}
          total={list.total}
          onPage={(page) => change({ page })}
          onPageSize={setPageSize}
          {...{ pageSize, pageSizes }}
        />
      )}
    </div>
  );
}

// Loaded lazily, because few users need them, or only later.
const KindTabs = lazyPart(() => import("./kind_tabs.tsx"), { texts: "start" });
const BatchBar = lazyPart(() => import("./batch_bar.tsx"), { texts: "start" });
const TaskCard = lazyPart(() => import("./task_card.tsx"), { texts: "start" });
const FailureReasons = lazyPart(() => import("./failure_reasons.tsx"));
const EndlessRows = lazyPart(() => import("./endless_rows.tsx"), { texts: "start" });

interface TaskRowsProps {
  handle: ListStateHandle;
  columns: ColumnsHandle;
  list: LoadedTasks;
  selection: ReturnType<typeof useTaskSelection>;
}

function TaskRows({ handle: { state, change }, columns, list, selection }: TaskRowsProps) {
  const { t } = useMessages();
  const narrow = useNarrow();
  const isWide = useMedia("(min-width: 1400px)");
  const { onKey, menuOf } = useRowActions();
  const { mayRun } = useTaskActions();
  const { rows, total, endless } = list;
  const descriptions = useScheduleDescriptions(rows);
  const [reasons, setReasons] = useState<ReadonlyMap<number, string>>(noReasons);
  const showsReasons = state.view === "failing";
  const rowHeight = rowHeights[columns.choice.compact ? "compact" : "comfortable"];
  const groupOf = ({ pinned, labels }: Task) =>
    pinned ? t("tasks.pinned") : labels[0] ?? t("tasks.withoutLabel");
  const table = (window?: RowWindow) => (
    <DataTable
      label={t("tasks.title")}
      columns={isWide ? wideTaskColumns : taskColumns}
      rows={rows}
      rowName={nameOf}
      loading={total === undefined}
      stale={list.isStale}
      empty={total === 0 && <NothingFound state={state} onClear={() => change(noFilters)} />}
      sort={state.sort}
      onSort={(sort) => change({ sort })}
      groupOf={state.sort?.field === "label" ? groupOf : undefined}
      {...mayRun && { selection, primaryAction: RunAction }}
      actions={RowActions}
      rowHeights={rowHeights}
      actionsWidth={104}
      menu={menuOf}
      onKey={onKey}
      columnsHandle={columns}
      window={window}
      cardHeight="h-26"
      card={(task, { selected }) => (
        <TaskCard
          task={task}
          selected={selected}
          onToggle={selection.onToggle}
        />
      )}
    />
  );
  return (
    <ScheduleDescriptionsContext value={descriptions}>
      <FailureReasonsContext value={showsReasons ? reasons : noReasons}>
        {showsReasons && (
          <Suspense fallback={null}>
            <FailureReasons rows={rows} onReasons={setReasons} />
          </Suspense>
        )}
        <Suspense fallback={narrow && <CardSkeletons count={4} height="h-26" />}>
          {endless
            ? (
              <EndlessRows
                key={endless.key}
                count={rows.length}
                rowHeight={rowHeight}
                onVisible={endless.onVisible}
              >
                {table}
              </EndlessRows>
            )
            : table()}
        </Suspense>
      </FailureReasonsContext>
    </ScheduleDescriptionsContext>
  );
}

/** Returns the keyboard actions and menu entries of a row. */
function useRowActions() {
  const { t } = useMessages();
  const actions = useTaskActions();
  const { perform, askDelete, links, mayRun, mayWrite } = actions;
  const onKey = ({ key }: KeyboardEvent, task: Task): boolean => {
    const keys: Record<string, () => void> = {
      enter: () => links.open(task.id),
      l: () => links.log(task.id),
      ...mayRun && {
        r: () => void perform("run", [task]),
        s: () => isStoppable(task) && void perform("stop", [task]),
      },
      ...mayWrite && {
        e: () => links.edit(task.id),
        delete: () => askDelete([task]),
        backspace: () => askDelete([task]),
      },
    };
    const run = keys[key.toLowerCase()];
    run?.();
    return run !== undefined;
  };
  return { onKey, menuOf: (task: Task) => taskEntries(task, { actions, t, opens: true }) };
}

/**
 * Manages the selected tasks: on a page those that are still on it, in an endless list and with all pages selected those
 * that were not deleted.
 */
function useTaskSelection({ rows, total = 0, endless, key, loadAll }: LoadedTasks) {
  const toast = useToast();
  const { remove, choose, isBeyond, ...selection } = useSelection(rows, endless?.load);
  const { chosen, clear } = selection;
  const lastKey = useRef(key);
  const isWide = isBeyond || endless !== null;
  useEffect(() => {
    if (lastKey.current !== key && isWide) clear(); // no action on tasks that other filters hide
    lastKey.current = key;
  }, [key, isWide, clear]);
  const isPage = rows.length > 0 && chosen.size < total && rows.every((row) => row && chosen.has(row.id));
  const matching = isPage && !endless
    ? { count: total, onSelect: () => loadAll().then(choose, toast.problem) }
    : null;
  useLiveEvent(({ type, id }) => {
    if (type === "task:deleted") remove(id);
  });
  return { ...selection, matching };
}

/** Renders why the list failed to load; for a deleted view there is no retry. */
function ListFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const gone = issueAt(error, "viewId");
  if (gone) return <EmptyState icon={<SearchX size={22} />} title={gone} />;
  return <ErrorState error={error} onRetry={onRetry} />;
}

/** Rendered instead of the list while there is no task. */
function FirstTask() {
  const { t } = useMessages();
  const { links, mayWrite } = useTaskActions();
  const mayImport = useIsAdministrator();
  const { data: trash } = useTrash({ q: "", page: 1, pageSize: 1 });
  useShortcuts(mayWrite ? { n: () => links.create() } : {});
  return (
    <EmptyState
      frame="dashed"
      icon={<CalendarClock size={22} />}
      title={t("tasks.none")}
      text={mayWrite && t("tasks.noneHelp")}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {mayWrite && (
            <>
              <Button variant="primary" icon={<Plus />} onClick={() => links.create()}>
                {t("tasks.createFirst")}
              </Button>
              <Button onClick={() => links.importCrontab()}>{t("tasks.importCrontab")}</Button>
            </>
          )}
          {mayImport && <Button onClick={() => links.importData()}>{t("tasks.import")}</Button>}
          {trash && trash.total > 0 && <Button onClick={() => links.trash()}>{t("tasks.trash")}</Button>}
        </div>
      }
    />
  );
}

/** Rendered instead of the rows when no task matches the search or the view. */
function NothingFound({ state, onClear }: { state: ListState; onClear: () => void }) {
  const { t } = useMessages();
  if (!isFiltered(state)) return <EmptyTab state={state} />;
  return (
    <EmptyState
      frame="solid"
      icon={<SearchX size={22} />}
      title={t("tasks.noMatch")}
      text={t("tasks.noMatchHelp", { fields: taskSearchFields.map((field) => `${field}:`).join(" ") })}
      action={<Button onClick={onClear}>{t("ui.clearFilters")}</Button>}
    />
  );
}

function EmptyTab({ state: { view } }: { state: ListState }) {
  const { t } = useMessages();
  const { links } = useTaskActions();
  const { data: views } = useViews();
  const mayWrite = useMay("views:write");
  const edited = mayWrite && views?.find(({ id, editable }) => id === view && editable);
  return (
    <EmptyState
      frame="solid"
      icon={<SearchX size={22} />}
      title={view === null ? t("tasks.typeEmpty") : t("tasks.viewEmpty")}
      text={typeof view === "number" && t("tasks.viewEmptyHelp")}
      action={edited && <Button onClick={() => links.viewForm(edited.id)}>{t("tasks.viewEdit")}</Button>}
    />
  );
}
