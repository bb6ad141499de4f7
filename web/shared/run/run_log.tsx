import { CircleSlash2, Hourglass } from "../../ui/icons/icons.ts";
import { type ReactNode, Suspense } from "react";
import type { Run } from "../../../server/contract/runs.ts";
import { useApi } from "../../api/use_api.tsx";
import { lazyPart } from "../../ui/feedback/lazy.tsx";
import { LogView } from "../../ui/log/log_view.tsx";
import { ExactTime } from "../../ui/data/time_text.tsx";
import type { Translate } from "../../messages/create_messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { REFETCH_MS, useQueue } from "../queue/use_queue.ts";
import { waitText } from "../queue/wait_text.ts";
import { LogFooterText } from "./exit_status.tsx";
import { LogHeaderText } from "./log_header_text.tsx";
import type { FullScreen } from "./log_dialog.tsx";
import { isActive } from "./run_state.tsx";
import { skipText } from "./run_messages.ts";
import { useRunLogSource } from "./use_run.ts";

const ApprovalNote = lazyPart(() => import("./approval_note.tsx"));

interface RunLogProps {
  run: Run;
  onFollowing?: (following: boolean) => void;
  fullScreen?: FullScreen;
  /** Whether it is one part of a page. */
  embedded?: boolean;
}

/** Renders the log of one run, or why there is none. */
export function RunLog({ run, onFollowing, fullScreen, embedded }: RunLogProps) {
  const messages = useMessages();
  const { t } = messages;
  const api = useApi();
  const source = useRunLogSource(run);
  if (run.state === "queued") {
    return <NoLog icon={<Hourglass size={22} />} title={t("log.queued")} text={<WaitReason run={run} />} />;
  }
  if (run.state === "waiting_for_approval") {
    return (
      <NoLog
        icon={<Hourglass size={22} />}
        title={t("runs.stateWaitingForApproval")}
        text={
          <Suspense>
            <ApprovalNote run={run} />
          </Suspense>
        }
      />
    );
  }
  if (run.state === "skipped") {
    return (
      <NoLog
        icon={<CircleSlash2 size={22} />}
        title={skipText(run, messages)}
        text={<DueTimes run={run} />}
      />
    );
  }
  const log = (
    <LogView
      source={source}
      label={t("runs.logOf", { name: run.taskName, run: run.id })}
      download={{
        href: api.url(`/runs/${run.id}/log`, { download: 1 }),
        name: `${run.taskName}-${run.id}.log`,
      }}
      emptyText={emptyText(run, t)}
      removedText={t("log.removed")}
      footer={(footer) => <LogFooterText footer={footer} run={run} />}
      header={(time) => <LogHeaderText time={time} run={run} />}
      live={isActive(run.state)}
      {...{ onFollowing, fullScreen, embedded }}
    />
  );
  if (run.state !== "lost") return log;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <p role="note" className="bg-warning-soft px-5 py-2 text-sm text-warning-text">
        {t("runs.stateLostHelp")}
      </p>
      <div className="min-h-0 flex-1">{log}</div>
    </div>
  );
}

function emptyText({ state, startedAt, logPath }: Run, t: Translate): string {
  if (state === "stopped" && !startedAt) return t("log.neverStarted");
  return startedAt && logPath === null ? t("log.discarded") : t("log.noOutput");
}

function NoLog({ icon, title, text }: { icon: ReactNode; title: string; text: ReactNode }) {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-1 bg-log-bg px-6 text-center text-log-text icon-stroke">
      <div className="mb-2 flex size-11 items-center justify-center rounded-lg bg-log-line text-log-muted">
        {icon}
      </div>
      <p className="text-base font-medium">{title}</p>
      <p className="max-w-md text-sm text-log-muted">{text}</p>
    </div>
  );
}

function WaitReason({ run }: { run: Run }) {
  const { t } = useMessages();
  return (
    <>
      <QueueReason run={run} className="block text-log-text" />
      {t("log.queuedHelp")}
    </>
  );
}

/** Renders why a queued run waits; nothing while unknown. */
export function QueueReason({ run: { id }, className }: { run: Run; className: string }) {
  const messages = useMessages();
  const { data } = useQueue({ refetchMs: REFETCH_MS });
  const entry = data?.waiting.find(({ run }) => run.id === id);
  return data && entry && <span className={className}>{waitText(entry, data, messages)}</span>;
}

function DueTimes({ run: { dueAt, dueThrough } }: { run: Run }) {
  if (!dueAt) return null;
  return (
    <>
      <ExactTime at={dueAt} />
      {dueThrough && dueThrough !== dueAt && (
        <>
          {" – "}
          <ExactTime at={dueThrough} />
        </>
      )}
    </>
  );
}
