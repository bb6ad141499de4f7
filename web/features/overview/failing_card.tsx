import { Bell, BellOff } from "../../ui/icons/icons.ts";
import { Link } from "wouter";
import { taskLimits } from "../../../server/contract/limits/tasks.ts";
import type { Overview } from "../../../server/contract/overview.ts";
import type { Messages } from "../../messages/create_messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { endTime } from "../../shared/run/end_time.ts";
import { failureReason } from "../../shared/run/failure_reason.ts";
import { runStateStyles } from "../../shared/run/run_state.tsx";
import { classNames } from "../../ui/class_names.ts";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { Card } from "../../ui/data/card.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { useTaskActions } from "./api.ts";
import { EmptyCard, LogLink, OverviewRow } from "./overview_row.tsx";
import { RunButton } from "./run_button.tsx";
import { useMay } from "../../api/use_permissions.ts";

/** More would push what runs out of sight. */
const maxVisible = 6;

/** Renders the tasks whose last run failed, the longest streak first, and why. */
export function FailingCard({ overview: { failing, figures } }: { overview: Overview }) {
  const { t, format } = useMessages();
  const visible = failing.slice(0, maxVisible);
  return (
    <Card
      flush
      title={t("overview.failingTasks")}
      {...(figures.failing > visible.length && {
        footer: (
          <Link href={failingPath} className="text-sm text-accent-text hover:underline">
            {t("overview.allFailing", { count: format.number(figures.failing) })}
          </Link>
        ),
      })}
    >
      {failing.length === 0
        ? <EmptyCard>{t("overview.noneFailing")}</EmptyCard>
        : (
          <ul className="divide-y divide-line">
            {visible.map((task) => <FailingTask key={task.taskId} task={task} />)}
          </ul>
        )}
    </Card>
  );
}

/** The list of tasks whose last run failed. */
export const failingPath = paths.tasks({ view: "failing" });

function FailingTask({ task }: { task: Overview["failing"][number] }) {
  const { taskId, name, runId, lastLine, muted } = task;
  const messages = useMessages();
  const reason = failureReason(task, messages);
  const endedAt = endTime(task);
  return (
    <OverviewRow
      taskId={taskId}
      name={name}
      actionsBelow
      note={
        <span className={classNames("shrink-0 text-xs", muted ? "text-muted" : "text-danger-text")}>
          {streakText(task, messages)}
          {endedAt && (
            <>
              {" · "}
              <RelativeTime at={endedAt} />
            </>
          )}
          {muted && ` · ${messages.t("overview.muted")}`}
        </span>
      }
      actions={
        <>
          <LogLink {...{ taskId, runId, name }} />
          <RunButton task={task} />
          <MuteButton taskId={taskId} name={name} muted={muted} />
        </>
      }
    >
      {reason !== null && (
        <p
          title={lastLine ?? reason}
          className={classNames(
            "mt-0.5 line-clamp-2 text-xs break-words text-muted max-sm:line-clamp-6",
            reason === lastLine && "font-mono",
          )}
        >
          {reason}
        </p>
      )}
    </OverviewRow>
  );
}

function streakText({ outcome, streak }: Overview["failing"][number], { t }: Messages): string {
  const isMax = streak >= taskLimits.failureStreak;
  const values = { count: streak, state: t(runStateStyles[outcome].label) };
  if (outcome === "failed") return t(isMax ? "overview.streakMax" : "overview.streak", values);
  return t(isMax ? "overview.streakOtherMax" : "overview.streakOther", values);
}

function MuteButton({ taskId, name, muted }: { taskId: number; name: string; muted: boolean }) {
  const { t } = useMessages();
  const { perform, pending } = useTaskActions();
  const mayMute = useMay("tasks:run");
  if (!mayMute) return null;
  return (
    <Button
      size="small"
      keepsFocus
      icon={muted ? <Bell size={14} /> : <BellOff size={14} />}
      aria-label={t(muted ? "overview.unmuteOne" : "overview.muteOne", { name })}
      title={t(muted ? "overview.unmuteHelp" : "overview.muteHelp")}
      loading={pending}
      onClick={() => void perform(muted ? "unmute" : "mute", [{ id: taskId, name }])}
    >
      <span className="max-xl:hidden">{t(muted ? "overview.unmute" : "overview.mute")}</span>
    </Button>
  );
}
