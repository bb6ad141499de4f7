import type { EventType, LiveEvent } from "../../contract/events.ts";

/** Makes the event that says: look at an account again. `now` is milliseconds UTC. */
export function accountUpdated(id: number, now: number): LiveEvent {
  return accountEvent("account:updated", id, now);
}

/** Makes the event that says: the second factor of an account was turned on or off. `now` is milliseconds UTC. */
export function factorChanged(id: number, now: number): LiveEvent {
  return accountEvent("account:factor_changed", id, now);
}

function accountEvent(type: EventType, id: number, now: number): LiveEvent {
  return { topic: "session", type, id, version: 0, at: new Date(now).toISOString() };
}
