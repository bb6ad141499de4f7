// The triggers as the form has them, and their conversion to and from the API.
import type { Trigger, TriggerType } from "../../../../server/contract/triggers.ts";

export interface TriggerRow {
  type: TriggerType;
  path: string;
  settleMs: number | null;
  /** The ID of the subscription, heartbeat or window; empty until one is chosen. */
  source: string;
  /** What must happen to it; of no meaning for files and subscriptions. */
  on: string;
}

/** How long a file must stay unchanged in a new trigger, in ms. */
const usualSettleMs = 2_000;

/** What can happen to a source, the usual first. */
export const occasions = {
  file: [],
  subscription: [],
  heartbeat: ["down", "up"],
  window: ["start", "end"],
} as const satisfies Record<TriggerType, readonly string[]>;

export function newTrigger(type: TriggerType): TriggerRow {
  return { type, path: "", settleMs: usualSettleMs, source: "", on: occasions[type][0] ?? "" };
}

export function triggerRowsOf(triggers: readonly Trigger[]): TriggerRow[] {
  return triggers.map((trigger) => {
    const row = newTrigger(trigger.type);
    switch (trigger.type) {
      case "file":
        return { ...row, path: trigger.path, settleMs: trigger.settleMs };
      case "subscription":
        return { ...row, source: String(trigger.subscriptionId) };
      case "heartbeat":
        return { ...row, source: String(trigger.heartbeatId), on: trigger.on };
      case "window":
        return { ...row, source: String(trigger.windowId), on: trigger.on };
    }
  });
}

export function triggersOf(rows: readonly TriggerRow[]): Trigger[] {
  return rows.map(({ type, path, settleMs, source, on }) => {
    switch (type) {
      case "file":
        return { type, path: path.trim(), settleMs: settleMs ?? usualSettleMs };
      case "subscription":
        return { type, subscriptionId: Number(source) };
      case "heartbeat":
        return { type, heartbeatId: Number(source), on: on === "up" ? "up" : "down" };
      case "window":
        return { type, windowId: Number(source), on: on === "end" ? "end" : "start" };
    }
  });
}

/** Returns the name that the API has for the field of a trigger that names its source. */
export function sourceField(type: TriggerType): string {
  return type === "file" ? "path" : `${type}Id`;
}
