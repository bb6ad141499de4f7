import type { RunState } from "../../../server/contract/runs.ts";
import { Tooltip } from "../../ui/buttons/tooltip.tsx";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import type { Tone } from "../../ui/tones.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";

interface Style {
  label: MessageKey;
  tone: Tone;
  pulse?: boolean;
  hollow?: boolean;
}

export const runStateStyles: Record<RunState, Style> = {
  queued: { label: "runs.stateQueued", tone: "warning" },
  waiting_for_approval: { label: "runs.stateWaitingForApproval", tone: "warning", hollow: true },
  starting: { label: "runs.stateStarting", tone: "accent", pulse: true },
  running: { label: "runs.stateRunning", tone: "accent", pulse: true },
  succeeded: { label: "runs.stateSucceeded", tone: "success" },
  failed: { label: "runs.stateFailed", tone: "danger" },
  timed_out: { label: "runs.stateTimedOut", tone: "orange" },
  stopped: { label: "runs.stateStopped", tone: "neutral" },
  interrupted: { label: "runs.stateInterrupted", tone: "violet" },
  lost: { label: "runs.stateLost", tone: "violet" },
  skipped: { label: "runs.stateSkipped", tone: "neutral", hollow: true },
};

/** Returns whether a run in this state has not started yet. */
export function isPending(state: RunState): boolean {
  return state === "queued" || state === "waiting_for_approval";
}

export function isActive(state: RunState): boolean {
  return isPending(state) || state === "starting" || state === "running";
}

export function RunStateDot({ state }: { state: RunState }) {
  const { t } = useMessages();
  const { label, ...style } = runStateStyles[state];
  const dot = <StatusDot {...style}>{t(label)}</StatusDot>;
  if (state !== "lost") return dot;
  return (
    <Tooltip text={t("runs.stateLostHelp")}>
      <span>{dot}</span>
    </Tooltip>
  );
}
