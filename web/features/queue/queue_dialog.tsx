import { ListOrdered, ScrollText, X } from "../../ui/icons/icons.ts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { QueueEntry, QueueState } from "../../../server/contract/queue.ts";
import type { Run, RunKind } from "../../../server/contract/runs.ts";
import { paths } from "../../paths.ts";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import { StopIcon } from "../../ui/buttons/stop_icon.tsx";
import { RelativeTime, RunningTime } from "../../ui/data/time_text.tsx";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { useTaskActions } from "../../shared/task/task_actions.ts";
import { REFETCH_MS, useQueue } from "../../shared/queue/use_queue.ts";
import { waitText } from "../../shared/queue/wait_text.ts";
import { useStopRun } from "../../shared/run/stop_run_button.tsx";
import { RunStateDot } from "../../shared/run/run_state.tsx";
import { causeText } from "../../shared/run/run_messages.ts";

/** Renders active and queued runs, which can be stopped or cancelled. */
export default function QueueDialog({ onClose }: { onClose: () => void }) {
  const { t, format } = useMessages();
  const { data, error, refetch } = useQueue({ refetchMs: REFETCH_MS });
  return (
    <Dialog
      onClose={onClose}
      size="wide"
      title={t("tasks.queue")}
      description={data &&
        t("queue.slots", { live: format.number(data.slotsTaken), limit: format.number(data.limit) })}
    >
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && data.live.length + data.waitingTotal === 0 && (
        <EmptyState icon={<ListOrdered size={22} />} title={t("queue.none")} text={t("queue.noneHelp")} />
      )}
      {data && <QueueParts queue={data} />}
    </Dialog>
  );
}

function QueueParts({ queue }: { queue: QueueState }) {
  const { t, format } = useMessages();
  const { stop, stopping, mayStop } = useStopRun();
  const more = queue.waitingTotal - queue.waiting.length;
  return (
    <div className="flex flex-col gap-5">
      {queue.live.length > 0 && (
        <Part title={t("queue.running", { count: format.number(queue.live.length) })}>
          {queue.live.map((run) => (
            <Line key={run.id} run={run} details={<LiveDetails run={run} />}>
              {mayStop && (
                <IconButton
                  tooltip={false}
                  label={t("runs.stopOne", { run: run.id })}
                  title={t("tasks.stop")}
                  icon={<StopIcon />}
                  loading={stopping === run.id}
                  disabled={run.stopRequestedAt !== null}
                  onClick={() => stop(run)}
                />
              )}
            </Line>
          ))}
        </Part>
      )}
      {queue.waiting.length > 0 && (
        <Part title={t("queue.waiting", { count: format.number(queue.waitingTotal) })}>
          {queue.waiting.map((entry, at) => (
            <Line
              key={entry.run.id}
              run={entry.run}
              position={entry.position}
              details={<WaitDetails entry={entry} queue={queue} before={queue.waiting[at + 1]} />}
            >
              {mayStop && (
                <IconButton
                  tooltip={false}
                  label={t("queue.cancelOne", { run: entry.run.id })}
                  title={t("queue.cancel")}
                  icon={<X />}
                  loading={stopping === entry.run.id}
                  onClick={() => stop(entry.run)}
                />
              )}
            </Line>
          ))}
        </Part>
      )}
      {more > 0 && <p className="text-sm text-muted">{t("queue.more", { count: format.number(more) })}</p>}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-sm font-medium">{title}</h3>
      <ul className="divide-y divide-line rounded-md border border-line">{children}</ul>
    </section>
  );
}

interface LineProps {
  run: Run;
  position?: number;
  details: ReactNode;
  children: ReactNode;
}

/** Labels of runs that do not belong to a task; a debug run has none, because its cause describes it. */
const kinds: Record<RunKind, MessageKey | null> = {
  task: null,
  debug: null,
  dependency: "queue.kindDependency",
  subscription: "queue.kindSubscription",
};

function Line({ run, position, details, children }: LineProps) {
  const { t } = useMessages();
  const { links } = useTaskActions();
  const { taskId } = run;
  const kind = kinds[run.kind];
  return (
    <li className="flex items-center gap-3 py-2 ps-3 pe-2">
      {position !== undefined && (
        <span className="w-6 shrink-0 text-end text-sm text-faint tabular-nums">{position}</span>
      )}
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2 text-sm">
          {taskId === null ? <span className="truncate font-medium">{run.taskName}</span> : (
            <Link
              href={paths.task(taskId)}
              className="min-w-0 truncate font-medium hover:text-accent-text hover:underline"
            >
              {run.taskName}
            </Link>
          )}
          <span className="shrink-0 text-xs text-faint tabular-nums">#{run.id}</span>
        </div>
        <div className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-muted tabular-nums">
          {kind && <span>{t(kind)}</span>}
          {details}
        </div>
      </div>
      <span className="flex shrink-0">
        {taskId !== null && position === undefined && (
          <IconButton
            tooltip={false}
            label={t("runs.logOfRun", { run: run.id })}
            title={t("tasks.log")}
            icon={<ScrollText />}
            onClick={() => links.log(taskId, run.id)}
          />
        )}
        {children}
      </span>
    </li>
  );
}

function LiveDetails({ run }: { run: Run }) {
  const messages = useMessages();
  return (
    <>
      <span className="text-text">
        {run.stopRequestedAt ? messages.t("runs.stopping") : <RunStateDot state={run.state} />}
      </span>
      {run.startedAt && <RunningTime since={run.startedAt} />}
      {run.nodeName !== null && <span>{run.nodeName}</span>}
      <span className="text-faint">{causeText(run, messages)}</span>
    </>
  );
}

function WaitDetails(
  { entry, queue, before }: { entry: QueueEntry; queue: QueueState; before: QueueEntry | undefined },
) {
  const messages = useMessages();
  return (
    <>
      <span className="text-text">{waitText(entry, queue, messages)}</span>
      <span className="text-faint">{causeText(entry.run, messages)}</span>
      <span className="text-faint">
        {messages.t("queue.queued")} <RelativeTime at={entry.run.queuedAt} />
      </span>
      {before && (
        <span className="truncate text-faint">
          {messages.t("queue.ahead", { name: before.run.taskName, run: before.run.id })}
        </span>
      )}
    </>
  );
}
