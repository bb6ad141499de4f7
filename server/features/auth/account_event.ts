import type { LiveEvent } from "../../contract/events.ts";

/** Makes the event that says: look at an account again. `now` is milliseconds UTC. */
export function accountUpdated(id: number, now: number): LiveEvent {
  return { topic: "session", type: "account:updated", id, version: 0, at: new Date(now).toISOString() };
}
