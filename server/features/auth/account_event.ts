import type { EventType, LiveEvent } from "../../contract/events.ts";

/** Returns the event that an account changed and must be re-read. `now` is in ms since the epoch. */
export function accountUpdated(id: number, now: number): LiveEvent {
  return accountEvent("account:updated", id, now);
}

/** Returns the event that the second factor of an account was turned on or off. `now` is in ms since the epoch. */
export function factorChanged(id: number, now: number): LiveEvent {
  return accountEvent("account:factor_changed", id, now);
}

function accountEvent(type: EventType, id: number, now: number): LiveEvent {
  return { topic: "session", type, id, version: 0, at: new Date(now).toISOString() };
}
