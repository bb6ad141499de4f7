import type { ReactNode } from "react";
import type { Task } from "../../../../server/contract/tasks.ts";
import { LabelChips } from "../../../ui/data/label_chips.tsx";
import { RelativeTime, RunningTime } from "../../../ui/data/time_text.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { LastRun } from "../show/last_run.tsx";
import { ScheduleText } from "../show/schedule_text.tsx";
import { SubscriptionLink } from "../show/subscription_link.tsx";
import { TaskStatusDot } from "../../../shared/task/task_status.tsx";
import type { ColumnId } from "./columns.ts";
import { RecentOutcomes } from "./recent_outcomes.tsx";

interface CellParts {
  reachable: boolean;
  onLabel: (label: string) => void;
}

interface CellStyle {
  show: (task: Task, parts: CellParts) => ReactNode;
  numeric?: boolean;
  className?: string;
  title?: (task: Task) => string;
}

/** What stands in each column of the list; the name is drawn by the row. */
export const columnCells: Record<ColumnId, CellStyle> = {
  name: { show: ({ name }) => name, className: "sticky start-11 z-1 bg-inherit" },
  command: {
    show: ({ command }) => firstLine(command),
    className: "truncate text-muted",
    title: ({ command }) => command,
  },
  status: { show: (task) => <Status task={task} /> },
  schedule: {
    show: ({ schedules, timeZone }, { reachable }) => (
      <ScheduleText
        {...{ schedules, timeZone, reachable }}
      />
    ),
  },
  labels: {
    show: ({ labels, subscriptionId }, { onLabel }) => <Labels {...{ labels, subscriptionId, onLabel }} />,
  },
  recent: { show: (task) => <RecentOutcomes task={task} /> },
  lastRun: { show: ({ lastRun }) => <LastRun run={lastRun} />, numeric: true },
  duration: { show: ({ lastRun }) => <Duration ms={lastRun?.durationMs ?? null} />, numeric: true },
  nextRun: { show: ({ nextRunAt }) => <NextRun at={nextRunAt} />, numeric: true },
  created: { show: ({ createdAt }) => <RelativeTime at={createdAt} />, numeric: true },
  changed: { show: ({ updatedAt }) => <RelativeTime at={updatedAt} />, numeric: true },
};

interface LabelsProps extends Pick<Task, "labels" | "subscriptionId"> {
  onLabel: (label: string) => void;
}

function Labels({ labels, subscriptionId, onLabel }: LabelsProps) {
  const { t } = useMessages();
  const title = (label: string) => t("tasks.showLabel", { label });
  return (
    <span className="flex min-w-0 items-center gap-1">
      {subscriptionId !== null && <SubscriptionLink id={subscriptionId} variant="chip" />}
      <LabelChips {...{ labels, title, onLabel }} max={3} className="shrink-0" />
    </span>
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

/** The first line of a command, with a mark that there are more. */
export function firstLine(command: string): string {
  const end = command.indexOf("\n");
  return end < 0 ? command : `${command.slice(0, end)} …`;
}

/** When a task is due next, or that it is not: the distance from now, and the time itself where there is room for it. */
function NextRun({ at }: { at: string | null }) {
  const { t, format } = useMessages();
  if (at) {
    return (
      // What does not fit goes onto a second line, which is out of sight.
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
