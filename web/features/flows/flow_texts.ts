import type { FlowDefinition } from "../../../server/contract/flow_definitions.ts";
import type { FlowRun, FlowRunState, LinkReason } from "../../../server/contract/flows.ts";
import type { Messages } from "../../messages/create_messages.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { linkReasons } from "../../shared/task/link_texts.ts";
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
  skipped: { label: "flows.stateSkipped", tone: "neutral", hollow: true },
};

export const definitionStates: Record<FlowDefinition["tasks"][number]["state"], StateStyle> = {
  enabled: { label: "flows.enabledTask", tone: "success" },
  disabled: { label: "flows.disabledTask", tone: "orange" },
  deleted: { label: "flows.deleted", tone: "danger", hollow: true },
};

/** Returns how the state of a task in a flow run is shown. */
export function taskStateStyle({ state }: TaskInFlow): StateStyle {
  if (state === "waiting") return { label: "flows.waiting", tone: "neutral", hollow: true };
  if (state === "not_run") return { label: "flows.notRun", tone: "neutral", hollow: true };
  return runStateStyles[state];
}

/** Returns whether a task has run, but its runs were deleted by retention. */
export function isGone({ runId, state }: Pick<TaskInFlow, "runId" | "state">): boolean {
  return runId === null && state !== "waiting" && state !== "not_run";
}

/** Describes what was decided of links, those of which the same was decided together: `after export: it failed`. */
export function linkTexts(
  links: readonly LinkOfFlow[],
  names: ReadonlyMap<number, string>,
  messages: Messages,
): string[] {
  const byDecision = Map.groupBy(links, ({ decision, reason }) => decisionText(decision, reason, messages));
  return [...byDecision].map(([decision, alike]) => {
    const nameOf = ({ from }: LinkOfFlow) => names.get(from) ?? messages.t("flows.deletedTask", { id: from });
    const task = namesOf(alike.map(nameOf), messages);
    return messages.t("flows.link", { task, decision });
  });
}

/** Names tasks in a sentence; the rest of many only by their number. */
export function namesOf(names: string[], { t, format }: Messages): string {
  if (names.length <= MAX_NAMES) return format.list(names);
  const more = t("flows.more", { count: format.number(names.length - MAX_NAMES) });
  return format.list([...names.slice(0, MAX_NAMES), more]);
}

/** The rest is in the graph, and on the page of the task. */
const MAX_NAMES = 5;

/** A line of a list of tasks, of which there may be a thousand: those out of sight are not laid out. */
export const taskLine =
  "flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-3 [contain-intrinsic-size:auto_5rem] [content-visibility:auto]";

function decisionText(
  decision: LinkOfFlow["decision"],
  reason: LinkReason | null,
  { t }: Messages,
): string {
  const why = reason && t(linkReasons[reason]);
  if (decision === "lapsed") return t("flows.linkLapsed", { reason: why ?? "" });
  return why ?? t(decision === "waiting" ? "flows.linkWaiting" : "flows.linkFollowed");
}
