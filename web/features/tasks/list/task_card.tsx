import { CalendarClock, History, Pin, Play } from "../../../ui/icons/icons.ts";
import { memo } from "react";
import { Link } from "wouter";
import type { Task } from "../../../../server/contract/tasks.ts";
import { paths } from "../../../paths.ts";
import { CardAction, CardBox, CardMenu, ListCard } from "../../../ui/data/rows/list_card.tsx";
import { RelativeTime } from "../../../ui/data/time_text.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useTaskActions } from "../../../shared/task/task_actions.ts";
import { isHeld, isStoppable, taskEntries } from "../actions/task_entries.tsx";
import { useFailureReason } from "../components/use_failure_reason.ts";
import { LastRun } from "../components/last_run.tsx";
import { ScheduleText } from "../components/schedule_text.tsx";
import { SubscriptionLink } from "../components/subscription_link.tsx";
import { TaskStatusDot } from "../../../shared/task/task_status.tsx";
import { FilterLabels, firstLine } from "./task_columns.tsx";
import { RecentOutcomes } from "./recent_outcomes.tsx";
import { StopIcon } from "../../../ui/buttons/stop_icon.tsx";

interface TaskCardProps {
  task: Task;
  selected: boolean;
  onToggle: (task: Task, range: boolean) => void;
}

/** Renders one task as a card, for a phone, only when it has changed. */
export default memo(function TaskCard({ task, selected, onToggle }: TaskCardProps) {
  const { t } = useMessages();
  const reason = useFailureReason(task);
  const { mayRun } = useTaskActions();
  return (
    <ListCard name={task.name} selected={selected}>
      <div className="flex items-start gap-1 icon-stroke">
        {mayRun && <CardBox name={task.name} checked={selected} onToggle={() => onToggle(task, false)} />}
        <Link href={paths.task(task.id)} className="min-w-0 flex-1">
          <span className="flex min-w-0 items-center gap-1.5">
            {task.pinned && (
              <Pin size={12} aria-label={t("tasks.pinned")} className="shrink-0 text-accent-text" />
            )}
            <span className="truncate text-base font-medium">{task.name}</span>
          </span>
          {reason === undefined
            ? <code className="block truncate font-mono text-xs text-muted">{firstLine(task.command)}</code>
            : <span className="block truncate text-xs text-danger-text">{reason}</span>}
        </Link>
        {task.status !== "idle" && (
          <span className="mt-0.5 text-xs">
            <TaskStatusDot status={task.status} />
          </span>
        )}
        <CardActions task={task} />
      </div>
      <CardDetails task={task} />
    </ListCard>
  );
});

function CardDetails({ task }: { task: Task }) {
  const { t } = useMessages();
  const { links } = useTaskActions();
  return (
    <dl className="flex flex-col ps-9 pe-1 text-xs text-muted icon-stroke">
      <div className="flex h-5.5 min-w-0 items-center gap-1.5">
        <dt title={t("tasks.schedule")}>
          <CalendarClock size={14} aria-label={t("tasks.schedule")} className="text-faint" />
        </dt>
        <dd className="min-w-0 truncate">
          <ScheduleText task={task} hasWords />
        </dd>
        {task.nextRunAt && (
          <dd className="-ms-0.5 shrink-0">
            · <RelativeTime at={task.nextRunAt} />
          </dd>
        )}
      </div>
      <div className="flex h-5.5 min-w-0 items-center gap-1.5">
        <dt title={t("tasks.lastRunAt")}>
          <History size={14} aria-label={t("tasks.lastRunAt")} className="text-faint" />
        </dt>
        <dd className="shrink-0">
          {task.lastRun
            ? (
              <button
                type="button"
                onClick={() => links.log(task.id)}
                className="-my-1.5 flex min-w-0 py-1.5"
              >
                <span className="sr-only">
                  {t("ui.labelAndValue", { label: t("tasks.log"), value: task.name })}
                </span>
                <LastRun run={task.lastRun} layout="short" />
              </button>
            )
            : <LastRun run={null} />}
        </dd>
        <dd className="ms-auto flex min-w-0 justify-end gap-1 overflow-hidden">
          {task.subscriptionId !== null && <SubscriptionLink id={task.subscriptionId} variant="chip" />}
          <FilterLabels labels={task.labels} max={1} className="min-w-0 *:min-w-0 *:shrink" />
        </dd>
        <dd className="shrink-0 empty:hidden">
          <RecentOutcomes task={task} max={8} />
        </dd>
      </div>
    </dl>
  );
}

function CardActions({ task }: { task: Task }) {
  const { t } = useMessages();
  const actions = useTaskActions();
  const stoppable = isStoppable(task) && !isHeld(task);
  return (
    <div className="-my-0.5 -me-1.5 flex">
      {actions.mayRun && (
        <CardAction
          action={stoppable ? t("tasks.stop") : t("tasks.run")}
          name={task.name}
          icon={stoppable ? <StopIcon /> : <Play size={18} />}
          onClick={() => void actions.perform(stoppable ? "stop" : "run", [task])}
        />
      )}
      <CardMenu name={task.name} entries={() => taskEntries(task, { actions, t, opens: true })} />
    </div>
  );
}
