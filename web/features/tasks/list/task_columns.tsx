import { Pin, Play, ScrollText, Square } from "lucide-react";
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
import { TaskStatusDot } from "../../../shared/task/task_status.tsx";
import { useTaskFilter } from "../../../shared/task/use_list_state.ts";
import type { Column } from "../../../ui/data/columns.ts";
import { LabelChips } from "../../../ui/data/label_chips.tsx";
import { RowAction } from "../../../ui/data/rows/row_actions.tsx";
import { RelativeTime, RunningTime } from "../../../ui/data/time_text.tsx";
import { isStoppable } from "../actions/task_entries.tsx";
import { useTaskActions } from "../../../shared/task/task_actions.ts";
import { LastRun } from "../components/last_run.tsx";
import { ScheduleText } from "../components/schedule_text.tsx";
import { SubscriptionLink } from "../components/subscription_link.tsx";
import { RecentOutcomes } from "./recent_outcomes.tsx";

/** A column of a field has its label as header, and sorts as `taskFields` says. */
type TaskColumn =
  & Omit<Column<Task, TaskSortField>, "header" | "sort" | "descendingFirst">
  & ({ field: TaskFieldName } | { header: MessageKey });

const columns: readonly TaskColumn[] = [
  {
    id: "name",
    field: "name",
    alwaysVisible: true,
    share: 0.2,
    className: "sticky start-11 z-1 bg-inherit",
    headClassName: "start-11 z-20",
    cell: (task, { isVisible }) => <TaskName task={task} hasLabels={!isVisible("labels")} />,
  },
  {
    id: "command",
    field: "command",
    minWindowWidth: 1440,
    mono: true,
    className: "text-muted",
    title: ({ command }) => command,
    cell: ({ command }) => firstLine(command),
  },
  {
    id: "status",
    field: "status",
    width: 150,
    cell: (task) => <Status task={task} />,
  },
  {
    id: "schedule",
    field: "schedule",
    width: 120,
    minWindowWidth: 1280,
    cell: ({ schedules, timeZone }, { isTabStop }) => (
      <ScheduleText schedules={schedules} timeZone={timeZone} isTabStop={isTabStop} />
    ),
  },
  {
    id: "labels",
    header: "tasks.labels",
    width: 160,
    optional: true,
    cell: (task) => <Labels task={task} />,
  },
  {
    id: "recent",
    header: "tasks.recent",
    width: 108,
    minWindowWidth: 1280,
    cell: (task) => <RecentOutcomes task={task} />,
  },
  {
    id: "lastRun",
    field: "lastRunAt",
    width: 176,
    tabularDigits: true,
    cell: ({ lastRun }) => <LastRun run={lastRun} aligned />,
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
    id: "nextRun",
    field: "nextRunAt",
    width: 96,
    minWindowWidth: 960,
    tabularDigits: true,
    cell: ({ nextRunAt }) => <NextRun at={nextRunAt} />,
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

/** The columns of the task list in their order. */
export const taskColumns: readonly Column<Task, TaskSortField>[] = columns.map((column) => {
  if ("header" in column) return column;
  const sort = taskSortFields.find((name) => name === column.field);
  const header = fieldMessage(column.field);
  return sort
    ? { ...column, header, sort, descendingFirst: taskFields[sort].sort === "descending" }
    : { ...column, header };
});

function TaskName({ task, hasLabels }: { task: Task; hasLabels: boolean }) {
  const { t } = useMessages();
  return (
    <span className="flex min-w-0 items-center gap-1.5 icon-stroke">
      {task.pinned && <Pin size={12} aria-label={t("tasks.pinned")} className="shrink-0 text-accent-text" />}
      <Link
        href={paths.task(task.id)}
        title={task.name}
        tabIndex={-1}
        className="min-w-0 truncate font-medium hover:text-accent-text hover:underline"
      >
        {task.name}
      </Link>
      {hasLabels && task.subscriptionId !== null && (
        <SubscriptionLink id={task.subscriptionId} variant="icon" />
      )}
      {hasLabels && <FilterLabels labels={task.labels} max={1} className="max-w-2/5 shrink-0" />}
    </span>
  );
}

function Labels({ task: { labels, subscriptionId } }: { task: Task }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      {subscriptionId !== null && <SubscriptionLink id={subscriptionId} variant="chip" />}
      <FilterLabels labels={labels} max={3} className="shrink-0" />
    </span>
  );
}

/** Renders labels, each of which filters the list by it. */
function FilterLabels(props: { labels: readonly string[]; max: number; className: string }) {
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

function Duration({ ms }: { ms: number | null }) {
  const { format } = useMessages();
  return ms === null ? null : <span className="text-muted">{format.duration(ms)}</span>;
}

/** Renders when a task is due next: the time left, and the local time where it fits. */
function NextRun({ at }: { at: string | null }) {
  const { t, format } = useMessages();
  if (at) {
    return (
      // Overflow wraps to a second line, which is hidden.
      <span className="flex h-[1.45em] flex-wrap gap-x-2 overflow-hidden">
        <RelativeTime at={at} />
        <span className="whitespace-nowrap text-faint">{format.shortTime(at, Date.now())}</span>
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

/** Renders the buttons that appear on a row: run or stop, and the log. */
export function RowActions({ row: task }: { row: Task }) {
  const { t } = useMessages();
  const actions = useTaskActions();
  const stoppable = isStoppable(task);
  return (
    <>
      <RowAction
        label={stoppable ? t("tasks.stop") : t("tasks.run")}
        name={task.name}
        icon={stoppable ? <Square size={12} fill="currentColor" /> : <Play size={16} />}
        onClick={() => void actions.act(stoppable ? "stop" : "run", [task])}
      />
      <RowAction
        label={t("tasks.log")}
        name={task.name}
        icon={<ScrollText size={16} />}
        onClick={() => actions.links.log(task.id)}
      />
    </>
  );
}
