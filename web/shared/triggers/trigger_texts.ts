import type { RunTrigger, TriggerType } from "../../../server/contract/triggers.ts";
import type { Translate } from "../../messages/create_messages.ts";
import type { MessageKey } from "../../messages/messages.ts";

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

/** Returns which trigger has started a run. */
export function startedText({ type, name, path, on }: RunTrigger, t: Translate): string {
  if (type === "file") return t("triggers.startedByFile", { path: path ?? "" });
  if (type === "subscription") return t("triggers.startedBySubscription", { name: name ?? "" });
  const occasion = on === null || on === "pulled" ? "" : t(occasionTexts[on]);
  return t(type === "heartbeat" ? "triggers.startedByHeartbeat" : "triggers.startedByWindow", {
    ...{ name: name ?? "", occasion },
  });
}
