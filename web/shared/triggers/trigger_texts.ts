import type { RunTrigger, TriggerType } from "../../../server/contract/triggers.ts";
import type { Run } from "../../../server/contract/runs.ts";
import type { Messages, Translate } from "../../messages/create_messages.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { causeText } from "../run/run_messages.ts";

export const triggerTypes: Record<TriggerType, MessageKey> = {
  file: "triggers.typeFile",
  subscription: "triggers.typeSubscription",
  heartbeat: "triggers.typeHeartbeat",
  window: "triggers.typeWindow",
};

/** What can happen to the source of a trigger. */
export const occasionTexts = {
  down: "triggers.onDown",
  up: "triggers.onUp",
  start: "triggers.onStart",
  end: "triggers.onEnd",
} as const satisfies Record<string, MessageKey>;

/** Returns why a run started, and by which trigger. */
export function startText(run: Run, messages: Messages): string {
  const { cause, trigger } = run;
  return cause === "trigger" && trigger !== null
    ? startedText(trigger, messages.t)
    : causeText(run, messages);
}

/** Returns which trigger it is: a file by its path, others by what they are, their name, and what happened to them. */
export function triggerText({ type, name, path, on }: RunTrigger, t: Translate): string {
  if (type === "file") return path ?? "";
  if (type === "subscription") return t("triggers.ofSubscription", { name: name ?? "" });
  return t(type === "heartbeat" ? "triggers.ofHeartbeat" : "triggers.ofWindow", {
    ...{ name: name ?? "", occasion: occasionOf(on, t) },
  });
}

function occasionOf(on: RunTrigger["on"], t: Translate): string {
  return on === null || on === "pulled" ? "" : t(occasionTexts[on]);
}

/** Returns which trigger has started a run. */
function startedText({ type, name, path, on }: RunTrigger, t: Translate): string {
  if (type === "file") return t("triggers.startedByFile", { path: path ?? "" });
  if (type === "subscription") return t("triggers.startedBySubscription", { name: name ?? "" });
  return t(type === "heartbeat" ? "triggers.startedByHeartbeat" : "triggers.startedByWindow", {
    ...{ name: name ?? "", occasion: occasionOf(on, t) },
  });
}
