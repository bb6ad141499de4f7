import type { RunState } from "../../../server/contract/runs.ts";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import type { Tone } from "../../ui/tones.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";

interface Style {
  word: MessageKey;
  tone: Tone;
  pulse?: boolean;
  hollow?: boolean;
}

/** The style and label of each run state. */
export const runStateStyles: Record<RunState, Style> = {
  queued: { word: "runs.stateQueued", tone: "warning" },
  starting: { word: "runs.stateStarting", tone: "accent", pulse: true },
  running: { word: "runs.stateRunning", tone: "accent", pulse: true },
  succeeded: { word: "runs.stateSucceeded", tone: "success" },
  failed: { word: "runs.stateFailed", tone: "danger" },
  timed_out: { word: "runs.stateTimedOut", tone: "late" },
  stopped: { word: "runs.stateStopped", tone: "neutral" },
  interrupted: { word: "runs.stateInterrupted", tone: "broken" },
  skipped: { word: "runs.stateSkipped", tone: "neutral", hollow: true },
};

/** Returns whether a run is queued or running. */
export function isActive(state: RunState): boolean {
  return state === "queued" || state === "starting" || state === "running";
}

/** Renders the state of a run as a dot and a label. */
export function RunStateDot({ state }: { state: RunState }) {
  const { t } = useMessages();
  const { word, ...style } = runStateStyles[state];
  return <StatusDot {...style}>{t(word)}</StatusDot>;
}
