import type { FlowDefinition } from "../../../server/contract/flow_definitions.ts";
import type { FlowRun, FlowRunState, LinkReason } from "../../../server/contract/flows.ts";
import type { Messages } from "../../messages/create_messages.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { linkReasons } from "../../shared/task/link_reasons.ts";
import { runStateStyles } from "../../shared/run/run_state.tsx";
import type { Tone } from "../../ui/tones.ts";

type TaskInFlow = FlowRun["tasks"][number];
type LinkOfFlow = TaskInFlow["links"][number];

export interface StateStyle {
  label: MessageKey;
  tone: Tone;
  pulse?: boolean;
  hollow?: boolean;
}

export const flowRunStates: Record<FlowRunState, StateStyle> = {
  running: { label: "flows.stateRunning", tone: "accent", pulse: true },
  succeeded: { label: "flows.stateSucceeded", tone: "success" },
  failed: { label: "flows.stateFailed", tone: "danger" },
  stopped: { label: "flows.stateStopped", tone: "neutral" },
};

export const definitionStates: Record<FlowDefinition["tasks"][number]["state"], StateStyle> = {
  enabled: { label: "flows.enabledTask", tone: "success" },
  disabled: { label: "flows.disabledTask", tone: "orange" },
  deleted: { label: "flows.deleted", tone: "danger", hollow: true },
};

export const outcomeMessages = {
  succeeded: "flows.outcomeSucceeded",
  failed: "flows.outcomeFailed",
  any: "flows.outcomeAny",
} as const;

/** Returns how the state of a task in a flow run is shown. */
export function taskStateStyle({ state }: TaskInFlow): StateStyle {
  if (state === "waiting") return { label: "flows.waiting", tone: "neutral", hollow: true };
  if (state === "not_run") return { label: "flows.notRun", tone: "neutral", hollow: true };
  return runStateStyles[state];
}

/** Describes what was decided of a link: `after export: it failed`. */
export function linkText({ from, decision, reason }: LinkOfFlow, flow: FlowRun, { t }: Messages): string {
  const task = flow.tasks.find(({ taskId }) => taskId === from)?.name ?? `#${from}`;
  return t("flows.link", { task, decision: t(decisionLabel(decision, reason)) });
}

function decisionLabel(decision: LinkOfFlow["decision"], reason: LinkReason | null): MessageKey {
  if (reason !== null) return linkReasons[reason];
  return decision === "followed"
    ? "flows.linkFollowed"
    : decision === "waiting"
    ? "flows.linkWaiting"
    : "flows.linkLapsed";
}
