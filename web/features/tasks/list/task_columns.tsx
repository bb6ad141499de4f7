import { Pin, Play, ScrollText } from "../../../ui/icons/icons.ts";
import { Link } from "wouter";
import {
  type TaskFieldName,
  taskFields,
  type TaskSortField,
  taskSortFields,
} from "../../../../server/contract/task_fields.ts";
import type { Task } from "../../../../server/contract/tasks.ts";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { paths } from "../../../paths.ts";
import { fieldMessage } from "../../../shared/task/field_values.tsx";
import { placementText } from "../../../shared/task/placement.ts";
import { TaskStatusDot } from "../../../shared/task/task_status.tsx";
import { useTaskFilter } from "../../../shared/task/use_list_state.ts";
import { classNames } from "../../../ui/class_names.ts";
import type { Column, RowState } from "../../../ui/data/columns.ts";
import { LabelChips } from "../../../ui/data/label_chips.tsx";
import { RowAction } from "../../../ui/data/rows/row_actions.tsx";
import { RelativeTime, RunningTime } from "../../../ui/data/time_text.tsx";
import { isHeld, isStoppable } from "../actions/task_entries.tsx";
import { useTaskActions } from "../../../shared/task/task_actions.ts";
import { useFailureReason } from "../components/use_failure_reason.ts";
import { LastRun } from "../components/last_run.tsx";
import { ScheduleText } from "../components/schedule_text.tsx";
import { SubscriptionLink } from "../components/subscription_link.tsx";
import { RecentOutcomes } from "./recent_outcomes.tsx";
import { StopIcon } from "../../../ui/buttons/stop_icon.tsx";

/** A column of a field has its label as header, and sorts as `taskFields` says. */
type TaskColumn =
  & Omit<Column<Task, TaskSortField>, "header" | "sort" | "descendingFirst">
  & ({ field: TaskFieldName } | { header: MessageKey });

const columns: readonly TaskColumn[] = [
  {
    id: "name",
    field: "name",
    alwaysVisible: true,
    minWidth: 320,
    className: "sticky start-(--selection-width) z-1 bg-inherit",
    headClassName: "start-(--selection-width) z-20",
    cell: (task, state) => <TaskName task={task} {...state} />,
  },
  {
    id: "command",
    field: "command",
    optional: true,
    mono: true,
    className: "text-muted",
    title: ({ command }) => command,
    cell: ({ command }) => firstLine(command),
  },
  {
    id: "status",
    field: "status",
    width: 150,
    optional: true,
    cell: (task) => <Status task={task} />,
  },
  {
    id: "schedule",
    field: "schedule",
    share: 0.16,
    minWindowWidth: 1280,
    cell: (task, { isTabStop, compact }) => (
      <ScheduleText task={task} isTabStop={isTabStop} hasWords compact={compact} />
    ),
  },
  {
    id: "labels",
    header: "tasks.labels",
    width: 160,
    optional: true,
    cell: (task, { isVisible }) => <Labels task={task} hasSubscription={!isVisible("subscription")} />,
  },
  {
    id: "subscription",
    field: "subscription",
    width: 160,
    optional: true,
    cell: ({ subscriptionId }) =>
      subscriptionId !== null && <SubscriptionLink id={subscriptionId} variant="chip" />,
  },
  {
    id: "recent",
    header: "tasks.recent",
    width: 116,
    minWindowWidth: 1120,
    cell: (task) => <RecentOutcomes task={task} />,
  },
  {
    id: "lastRun",
    field: "lastRunAt",
    width: 160,
    tabularDigits: true,
    cell: ({ lastRun }, { compact }) => <LastRun run={lastRun} layout={compact ? "aligned" : "stacked"} />,
  },
  {
    id: "duration",
    field: "lastDurationMs",
    width: 96,
    optional: true,
    tabularDigits: true,
    cell: ({ lastRun }) => <Duration ms={lastRun?.durationMs ?? null} />,
  },
  {
    id: "lastExitCode",
    field: "lastExitCode",
    width: 128,
    optional: true,
    tabularDigits: true,
    className: "text-muted",
    cell: ({ lastRun }) => lastRun?.exitCode,
  },
  {
    id: "pool",
    field: "pool",
    width: 120,
    optional: true,
    className: "text-muted",
    cell: ({ placement }) => <Pool placement={placement} />,
  },
  {
    id: "nextRun",
    field: "nextRunAt",
    width: 112,
    minWindowWidth: 1024,
    tabularDigits: true,
    cell: ({ nextRunAt }, { compact }) => <NextRun at={nextRunAt} compact={compact} />,
  },
  {
    id: "created",
    field: "createdAt",
    width: 112,
    optional: true,
    tabularDigits: true,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    id: "changed",
    field: "updatedAt",
    width: 112,
    optional: true,
    tabularDigits: true,
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
];

export const taskColumns: readonly Column<Task, TaskSortField>[] = columns.map((column) => {
  if ("header" in column) return column;
  const sort = taskSortFields.find((name) => name === column.field);
  const header = fieldMessage(column.field);
  return sort
    ? { ...column, header, sort, descendingFirst: taskFields[sort].sort === "descending" }
    : { ...column, header };
});

const wider: Partial<Record<string, Partial<Column<Task, TaskSortField>>>> = {
  schedule: { share: 0.25 },
  lastRun: { width: 176 },
};

/** The columns in a window of at least 1400 pixels, where the schedule in words and durations have room beside the name. */
export const wideTaskColumns: readonly Column<Task, TaskSortField>[] = taskColumns.map((column) => ({
  ...column,
  ...wider[column.id],
}));

function TaskName({ task, compact, isVisible }: { task: Task } & RowState) {
  const reason = useFailureReason(task);
  const hasLabels = !isVisible("labels");
  // Why a task fails matters more than when it runs next.
  const hasSchedule = !compact && !isVisible("schedule") && reason === undefined;
  const command = reason === undefined && !isVisible("command") && (
    <code
      title={task.command}
      className={classNames(
        "min-w-0 truncate font-mono text-xs text-muted",
        hasSchedule && "flex-1 basis-24",
      )}
    >
      {firstLine(task.command)}
    </code>
  );
  const detail = reason === undefined
    ? command
    : <span title={reason} className="min-w-0 truncate text-xs text-danger-text">{reason}</span>;
  const origin = hasLabels && (
    <>
      {!isVisible("subscription") && task.subscriptionId !== null && (
        <SubscriptionLink id={task.subscriptionId} variant="icon" />
      )}
      <FilterLabels
        labels={task.labels}
        max={compact || hasSchedule ? 1 : 2}
        className={classNames("shrink-0", hasSchedule ? "max-w-1/3" : "max-w-1/2")}
      />
    </>
  );
  const title = <TaskTitle task={task} hasStatus={!isVisible("status")} />;
  return compact
    ? (
      <span className="flex min-w-0 items-center gap-2 icon-stroke">
        <span className="flex max-w-3/5 shrink-0 items-center gap-2">{title}</span>
        {detail}
        {origin}
      </span>
    )
    : (
      <span className="flex min-w-0 flex-col gap-0.5 icon-stroke">
        <span className="flex min-w-0 items-center gap-2">{title}</span>
        {hasSchedule
          ? (
            // A command without room for its beginning wraps to a second line, which is hidden.
            <span className="-my-px flex h-5 min-w-0 flex-wrap content-start items-center gap-x-2 gap-y-1 overflow-y-clip py-px">
              <span className="flex h-4.5 max-w-full min-w-0 items-center gap-2">
                <span className="flex min-w-0 text-xs text-muted">
                  <ScheduleText task={task} hasWords />
                </span>
                {origin}
              </span>
              {detail}
            </span>
          )
          : <span className="flex h-4.5 min-w-0 items-center gap-2">{detail}{origin}</span>}
      </span>
    );
}

function TaskTitle({ task, hasStatus }: { task: Task; hasStatus: boolean }) {
  const { t } = useMessages();
  return (
    <>
      {task.pinned && <Pin size={12} aria-label={t("tasks.pinned")} className="shrink-0 text-accent-text" />}
      <Link
        href={paths.task(task.id)}
        title={task.name}
        tabIndex={-1}
        className="min-w-0 truncate font-medium hover:text-accent-text hover:underline"
      >
        {task.name}
      </Link>
      {hasStatus && task.status !== "idle" && (
        <span className="shrink-0 text-xs">
          <Status task={task} />
        </span>
      )}
    </>
  );
}

function Labels(
  { task: { labels, subscriptionId }, hasSubscription }: { task: Task; hasSubscription: boolean },
) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      {hasSubscription && subscriptionId !== null && <SubscriptionLink id={subscriptionId} variant="chip" />}
      <FilterLabels labels={labels} max={3} className="shrink-0" />
    </span>
  );
}

/** Renders labels, each of which filters the list by it. */
export function FilterLabels(props: { labels: readonly string[]; max: number; className: string }) {
  const { t } = useMessages();
  const filter = useTaskFilter();
  return (
    <LabelChips
      {...props}
      title={(label) => t("tasks.showLabel", { label })}
      onLabel={(label) => filter("label", [label])}
    />
  );
}

function Status({ task }: { task: Task }) {
  const since = task.activeRun?.startedAt;
  return (
    <span className="flex min-w-0 items-baseline gap-2 whitespace-nowrap">
      <TaskStatusDot status={task.status} />
      {task.status === "running" && since && (
        <span className="truncate text-xs text-faint">
          <RunningTime since={since} />
        </span>
      )}
    </span>
  );
}

function Pool({ placement }: Pick<Task, "placement">) {
  const text = placementText(placement, useMessages());
  return <span title={text} className="block truncate">{text}</span>;
}

function Duration({ ms }: { ms: number | null }) {
  const { format } = useMessages();
  return ms === null ? null : <span className="text-muted">{format.duration(ms)}</span>;
}

/** Renders when a task is due next: the time left, and the local time below it or where it fits. */
function NextRun({ at, compact }: { at: string | null; compact: boolean }) {
  const { t, format } = useMessages();
  if (at) {
    return (
      // In one line, overflow wraps to a second line, which is hidden.
      <span
        className={classNames(
          "flex",
          compact ? "h-[1.45em] flex-wrap gap-x-2 overflow-hidden" : "flex-col gap-0.5",
        )}
      >
        <RelativeTime at={at} />
        <span className={classNames("whitespace-nowrap text-faint", !compact && "h-4.5 text-xs")}>
          {format.shortTime(at, Date.now())}
        </span>
      </span>
    );
  }
  return (
    <span className="text-faint">
      <span aria-hidden>—</span>
      <span className="sr-only">{t("tasks.notDue")}</span>
    </span>
  );
}

/** Returns the first line of a command, with a mark when there are more. */
export function firstLine(command: string): string {
  const end = command.indexOf("\n");
  return end < 0 ? command : `${command.slice(0, end)} …`;
}

export function RunAction({ row: task }: { row: Task }) {
  const { t } = useMessages();
  const actions = useTaskActions();
  const stoppable = isStoppable(task) && !isHeld(task);
  return (
    <RowAction
      label={stoppable ? t("tasks.stop") : t("tasks.run")}
      name={task.name}
      icon={stoppable ? <StopIcon /> : <Play />}
      onClick={() => void actions.perform(stoppable ? "stop" : "run", [task])}
    />
  );
}

export function RowActions({ row: task }: { row: Task }) {
  const { t } = useMessages();
  const { links } = useTaskActions();
  return (
    <RowAction
      label={t("tasks.log")}
      name={task.name}
      icon={<ScrollText />}
      onClick={() => links.log(task.id)}
    />
  );
}
