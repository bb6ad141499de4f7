import { Ellipsis, Pencil, Pin, Play, ScrollText } from "../../../ui/icons/icons.ts";
import { useMemo, useRef } from "react";
import { hasFailed } from "../../../../server/contract/failed_states.ts";
import { taskLimits } from "../../../../server/contract/limits/tasks.ts";
import type { TaskDetail } from "../../../../server/contract/tasks.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { endTime } from "../../../shared/run/end_time.ts";
import { RunStateDot, runStateStyles } from "../../../shared/run/run_state.tsx";
import { useFailureReasons } from "../../../shared/run/use_failure_reasons.ts";
import { overdueReasons } from "../../../shared/task/overdue_reasons.ts";
import { useTaskActions } from "../../../shared/task/task_actions.ts";
import { TaskStatusDot } from "../../../shared/task/task_status.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { IconButton } from "../../../ui/buttons/icon_button.tsx";
import { StopIcon } from "../../../ui/buttons/stop_icon.tsx";
import { useHeldBack } from "../../../ui/buttons/use_held_back.ts";
import { StatusDot } from "../../../ui/data/status_dot.tsx";
import { RelativeTime, useNow } from "../../../ui/data/time_text.tsx";
import { Badge } from "../../../ui/feedback/badge.tsx";
import { Menu } from "../../../ui/overlays/menu.tsx";
import { useNarrow } from "../../../ui/use_narrow.ts";
import { useShortcuts } from "../../../ui/use_shortcuts.ts";
import { isRunnable, isStoppable, isStopping, taskEntries } from "../actions/task_entries.tsx";
import { SubscriptionLink } from "../components/subscription_link.tsx";

/** Renders name, state, labels and actions of a task. */
export function TaskHeader({ task }: { task: TaskDetail }) {
  const { t } = useMessages();
  const { perform, mayRun } = useTaskActions();
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-80">
        {/* On a phone, the header has no space for a long name. */}
        {useNarrow() && <h2 className="mb-1 text-xl font-semibold break-words">{task.name}</h2>}
        {/* As high as the button that comes and goes, so that nothing below moves. */}
        <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-sm icon-stroke touch:min-h-11">
          {task.pinned && (
            <Pin size={16} aria-label={t("tasks.pinned")} className="shrink-0 text-accent-text" />
          )}
          <TaskState task={task} />
          {mayRun && isStoppable(task) && (
            <StopButton
              stopping={isStopping(task)}
              onStop={() => void perform("stop", [task])}
            />
          )}
          {task.subscriptionId !== null && <SubscriptionLink id={task.subscriptionId} variant="chip" />}
          {task.labels.map((label) => <Badge key={label}>{label}</Badge>)}
        </div>
        {task.lastRun && hasFailed(task.lastRun.outcome) && (
          <FailureReason runId={task.lastRun.id} isOfLastRun={isStoppable(task)} />
        )}
        <Warnings task={task} />
      </div>
      <TaskButtons task={task} />
    </div>
  );
}

/**
 * Renders why the last run failed; its space is reserved until it is known, so that nothing below moves. `isOfLastRun`
 * says so, where the state above is that of another run.
 */
function FailureReason({ runId, isOfLastRun }: { runId: number; isOfLastRun: boolean }) {
  const { t } = useMessages();
  const ids = useMemo(() => [runId], [runId]);
  const found = useFailureReasons(ids).get(runId);
  const reason = found !== undefined && isOfLastRun ? t("tasks.lastRunValue", { value: found }) : found;
  return (
    <p
      title={reason}
      className="mt-1 line-clamp-1 h-5 text-sm break-words text-muted max-md:line-clamp-2 max-md:h-10 md:break-all"
    >
      {reason}
    </p>
  );
}

/** Renders since when the task is overdue and why, and that its last run was slower than usual; nothing if neither is so. */
function Warnings({ task: { overdue, slower } }: { task: TaskDetail }) {
  const { t, format } = useMessages();
  return (
    <>
      {overdue && (
        <Warning
          text={t("task.overdueSince", { time: format.shortTime(overdue.dueAt, Date.now()) })}
          reason={t(overdueReasons[overdue.reason])}
        />
      )}
      {slower && (
        <Warning
          text={t("task.slowerSince", { time: format.shortTime(slower.since, Date.now()) })}
          reason={t("overview.slowerThan", {
            last: format.duration(slower.lastMs),
            usual: format.duration(slower.usualMs),
          })}
        />
      )}
    </>
  );
}

function Warning({ text, reason }: { text: string; reason: string }) {
  return (
    <p className="mt-1 text-sm text-muted tabular-nums">
      <span className="text-warning-text">{text}</span> · {reason}
    </p>
  );
}

/** Renders what a task is doing, or else how its last run ended; a failure is named in either case. */
function TaskState({ task: { status, activeRun, lastRun, failureStreak } }: { task: TaskDetail }) {
  const { t } = useMessages();
  const endedAt = lastRun && endTime(lastRun);
  const failed = lastRun !== null && hasFailed(lastRun.outcome);
  return (
    <>
      {status === "running" && activeRun?.startedAt
        ? <RunningFor since={activeRun.startedAt} />
        : status !== "idle" && (
          <span className="font-medium">
            <TaskStatusDot status={status} />
          </span>
        )}
      {lastRun && (status === "idle" || failed) && (
        <span className="inline-flex items-baseline gap-2 font-medium">
          {failed && failureStreak > 1
            ? (
              <StatusDot tone={runStateStyles[lastRun.outcome].tone}>
                {t(failureStreak >= taskLimits.failureStreak ? "task.stateFailingMax" : "task.stateFailing", {
                  count: failureStreak,
                })}
              </StatusDot>
            )
            : status === "idle"
            ? <RunStateDot state={lastRun.outcome} />
            : (
              <StatusDot tone={runStateStyles[lastRun.outcome].tone}>
                {t("tasks.lastRunValue", { value: t(runStateStyles[lastRun.outcome].label) })}
              </StatusDot>
            )}
          {endedAt && status === "idle" && (
            <span className="font-normal text-muted">
              <RelativeTime at={endedAt} />
            </span>
          )}
        </span>
      )}
      {!lastRun && status === "idle" && <StatusDot tone="neutral" hollow>{t("tasks.neverRun")}</StatusDot>}
    </>
  );
}

function RunningFor({ since }: { since: string }) {
  const { t, format } = useMessages();
  const passed = Math.max(0, useNow(1000) - new Date(since).getTime());
  const time = format.duration(Math.floor(passed / 1000) * 1000);
  return (
    // Wide enough for minutes, so that the button beside it stays where it is.
    <span className="min-w-40 font-medium tabular-nums">
      <StatusDot tone="accent" pulse>{t("task.stateRunningFor", { time })}</StatusDot>
    </span>
  );
}

/** Renders the button that stops a task's runs, away from the one that runs it. */
function StopButton({ stopping, onStop }: { stopping: boolean; onStop: () => void }) {
  const { t } = useMessages();
  const button = useRef<HTMLButtonElement>(null);
  const held = useHeldBack(button, { action: "stop", appears: true });
  return (
    <Button
      ref={button}
      variant="danger"
      className="max-md:order-last max-md:ms-auto"
      icon={<StopIcon />}
      loading={stopping}
      disabled={held}
      keepsFocus
      onClick={onStop}
    >
      {stopping ? t("runs.stopping") : t("tasks.stop")}
    </Button>
  );
}

function TaskButtons({ task }: { task: TaskDetail }) {
  const { t } = useMessages();
  const actions = useTaskActions();
  const { perform, links, mayRun, mayWrite } = actions;
  const runnable = isRunnable(task);
  useShortcuts({
    ...mayRun && {
      r: () => runnable && void perform("run", [task]),
      s: () => isStoppable(task) && void perform("stop", [task]),
    },
    l: () => links.log(task.id),
    ...mayWrite && { e: () => links.edit(task.id) },
  });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button icon={<ScrollText size={16} aria-hidden />} onClick={() => links.log(task.id)}>
        {t("tasks.log")}
      </Button>
      {mayWrite && (
        <Button icon={<Pencil size={16} aria-hidden />} onClick={() => links.edit(task.id)}>
          {t("ui.edit")}
        </Button>
      )}
      {mayRun && (
        <>
          <Menu entries={taskEntries(task, { actions, t, opens: false })}>
            <IconButton tooltip={false} label={t("ui.more")} icon={<Ellipsis size={16} />} />
          </Menu>
          <Button
            variant="primary"
            keepsFocus
            disabled={!runnable}
            title={runnable ? undefined : t("task.runsAlready")}
            icon={<Play size={16} aria-hidden />}
            onClick={() => void perform("run", [task])}
          >
            {t("tasks.runNow")}
          </Button>
        </>
      )}
    </div>
  );
}
