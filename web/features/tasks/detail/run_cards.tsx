import { FileCode, Square } from "lucide-react";
import { Link } from "wouter";
import type { Run } from "../../../../server/contract/runs.ts";
import { paths } from "../../../paths.ts";
import { IconButton } from "../../../ui/inputs/icon_button.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { ExactTime, RunningTime } from "../../../ui/data/time_text.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useStopRun } from "../../../shared/run/stop_run_button.tsx";
import { isActive, RunStateDot } from "../../../shared/run/run_state.tsx";
import { ranScript } from "../script/use_script_as_ran.tsx";
import { causeText, skipText } from "../../../shared/run/run_messages.ts";
import type { RunsProps } from "./run_table.tsx";

/** Renders runs as lines, for a phone. */
export function RunCards({ taskId, runs, loading, onScript }: RunsProps) {
  const { stop, stopping } = useStopRun();
  if (loading) return <Skeleton className="m-4 h-24" />;
  return (
    <ul>
      {runs.map((run) => (
        <li key={run.id} className="flex items-center gap-2 border-b border-line pe-2 last:border-b-0">
          <Link
            href={paths.taskLog(taskId, run.id)}
            state={{ background: "task" }}
            className="flex min-w-0 flex-1 flex-col gap-0.5 px-4 py-2.5"
          >
            <RunHead run={run} />
            <RunFoot run={run} />
          </Link>
          <ScriptButton run={run} onScript={onScript} />
          {isActive(run.state) && (
            <StopButton run={run} busy={stopping === run.id || run.stopRequestedAt !== null} onStop={stop} />
          )}
        </li>
      ))}
    </ul>
  );
}

function RunHead({ run }: { run: Run }) {
  const { format } = useMessages();
  return (
    <span className="flex items-baseline gap-3 text-sm">
      <RunStateDot state={run.state} />
      <span className="text-muted tabular-nums">
        {run.durationMs !== null
          ? format.duration(run.durationMs)
          : run.startedAt && isActive(run.state) && <RunningTime since={run.startedAt} />}
      </span>
      <span className="ms-auto text-xs text-muted">
        <ExactTime at={run.startedAt ?? run.dueAt ?? run.queuedAt} />
      </span>
    </span>
  );
}

function RunFoot({ run }: { run: Run }) {
  const messages = useMessages();
  const { t, format } = messages;
  const exit = run.exitCode ? ` · ${t("runs.exitCode")} ${run.exitCode}` : "";
  const late = run.lagMs !== null && run.lagMs >= 1000
    ? ` · ${t("statistics.lag", { lag: format.duration(run.lagMs) })}`
    : "";
  const memory = run.peakMemoryBytes === null ? "" : ` · ${format.bytes(run.peakMemoryBytes)}`;
  return (
    <span className="text-xs text-muted">
      {run.state === "skipped"
        ? skipText(run, messages)
        : `#${run.id} · ${causeText(run, messages)}${exit}${late}${memory}`}
    </span>
  );
}

function ScriptButton({ run, onScript }: { run: Run; onScript: RunsProps["onScript"] }) {
  const { t } = useMessages();
  const script = ranScript(run);
  if (!script) return null;
  return (
    <IconButton
      tooltip={false}
      label={`${t("task.scriptAsRan")} (#${run.id})`}
      icon={<FileCode size={16} />}
      onClick={() => onScript(script)}
    />
  );
}

function StopButton({ run, busy, onStop }: { run: Run; busy: boolean; onStop: (id: number) => void }) {
  const { t } = useMessages();
  return (
    <IconButton
      tooltip={false}
      label={t("runs.stopOne", { run: run.id })}
      icon={<Square size={16} />}
      loading={busy}
      onClick={() => onStop(run.id)}
    />
  );
}
