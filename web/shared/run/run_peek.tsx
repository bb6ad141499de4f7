import { ChevronDown, ChevronUp, ExternalLink, History } from "../../ui/icons/icons.ts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Run } from "../../../server/contract/runs.ts";
import { ApiProblem } from "../../api/api_problem.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { RunValues } from "../parameters/run_values.tsx";
import { ExitStatus } from "./exit_status.tsx";
import { RunLog } from "./run_log.tsx";
import { skipText } from "./run_messages.ts";
import { RunNode } from "./run_node.tsx";
import { startText } from "../triggers/trigger_texts.ts";
import { isActive, RunStateDot } from "./run_state.tsx";
import { StopRunButton } from "./stop_run_button.tsx";
import { DecidedBy, StartedBy, StoppedBy } from "./stopped_by.tsx";
import { useRun } from "./use_run.ts";
import { buttonClass } from "../../ui/buttons/button.tsx";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import { ExactTime, RunningTime } from "../../ui/data/time_text.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { PeekPanel } from "../../ui/overlays/peek_panel.tsx";
import { logPagePath, SourceIcon, sourcePath } from "./run_source.tsx";

interface RunPeekProps extends StepProps {
  /** Null for an entry of the list without a run. */
  id: number | null;
  /** What is shown of an entry without a run. */
  instead?: { title: string; content: ReactNode };
  onClose: () => void;
  /** Whether the page scrolls, and this stays in sight. */
  sticky?: boolean;
}

/**
 * Renders one run beside the list: its outcome and its log. Entries without a run are shown in the same panel, so that it keeps
 * the focus from one to the next.
 */
export function RunPeek({ id, instead, onClose, sticky, ...steps }: RunPeekProps) {
  const { t } = useMessages();
  return (
    <PeekPanel
      label={id === null ? instead?.title ?? "" : t("runList.peek", { run: id })}
      name="runs.peek"
      title={id === null ? instead?.title : <Title id={id} />}
      actions={<StepButtons {...steps} />}
      onStep={steps.onStep}
      {...{ onClose, sticky }}
    >
      {id === null ? instead?.content : <RunContent id={id} />}
    </PeekPanel>
  );
}

interface StepProps {
  /** Opens the entry above or below in the list. */
  onStep: (by: 1 | -1) => void;
  /** Whether there is one above and below. */
  neighbors: { above: boolean; below: boolean };
  /** What they are called. */
  stepLabels: { above: string; below: string };
}

function StepButtons({ onStep, neighbors, stepLabels }: StepProps) {
  return (
    <>
      <IconButton
        size="small"
        keepsFocus
        label={stepLabels.above}
        icon={<ChevronUp />}
        disabled={!neighbors.above}
        onClick={() => onStep(-1)}
      />
      <IconButton
        size="small"
        keepsFocus
        label={stepLabels.below}
        icon={<ChevronDown />}
        disabled={!neighbors.below}
        onClick={() => onStep(1)}
      />
    </>
  );
}

function RunContent({ id }: { id: number }) {
  const { t } = useMessages();
  const { data: run, error, refetch } = useRun(id);
  if (error instanceof ApiProblem && error.status === 404) {
    return <EmptyState icon={<History size={22} />} title={t("runList.gone")} text={t("runList.goneHelp")} />;
  }
  if (!run) return error && <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <RunDetails run={run} />
      <RunValues run={run} className="border-b border-line px-5 py-3" />
      <div className="min-h-0 flex-1 overflow-hidden md:rounded-ee-md">
        <RunLog key={run.id} run={run} />
      </div>
    </>
  );
}

function Title({ id }: { id: number }) {
  const { data: run } = useRun(id);
  if (!run) return `#${id}`;
  const path = sourcePath(run);
  return (
    <span className="flex min-w-0 items-center gap-2 icon-stroke">
      <SourceIcon kind={run.kind} />
      {path === null ? <span className="min-w-0 truncate">{run.taskName}</span> : (
        <Link
          href={path}
          title={run.taskName}
          className="min-w-0 truncate hover:text-accent-text hover:underline"
        >
          {run.taskName}
        </Link>
      )}
      <span className="shrink-0 text-sm font-normal text-faint tabular-nums">#{run.id}</span>
    </span>
  );
}

/** Renders the facts of a run in one or two lines, and its actions. */
function RunDetails({ run }: { run: Run }) {
  const messages = useMessages();
  const { t, format } = messages;
  const { startedAt, durationMs, lagMs } = run;
  const logPage = logPagePath(run);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 pb-3 text-sm text-muted max-md:px-5">
      <span role="status" className="text-text">
        <RunStateDot state={run.state} />
      </span>
      <StoppedBy run={run} />
      <DecidedBy run={run} />
      <ExitStatus run={run} />
      {run.state === "skipped" && <span>{skipText(run, messages)}</span>}
      {(run.state !== "skipped" || run.trigger !== null) && (
        <span className="min-w-0 break-words">{startText(run, messages)}</span>
      )}
      <StartedBy run={run} />
      <RunNode run={run} />
      {startedAt && <ExactTime at={startedAt} />}
      {durationMs !== null
        ? <span className="tabular-nums">{format.duration(durationMs)}</span>
        : startedAt && isActive(run.state) && <RunningTime since={startedAt} />}
      {lagMs !== null && (
        <span className="tabular-nums">
          {t("ui.labelAndValue", {
            label: t("runList.startDelay"),
            value: format.duration(Math.max(0, lagMs)),
          })}
        </span>
      )}
      <span className="ms-auto flex items-center gap-2">
        {isActive(run.state) && <StopRunButton run={run} />}
        {logPage !== null && (
          <Link href={logPage} state={{ background: "task" }} className={buttonClass({})}>
            <ExternalLink size={14} />
            {t("runList.openLog")}
          </Link>
        )}
      </span>
    </div>
  );
}
