// When the start or the end of a maintenance window starts tasks. Pure.
import { spansOf, type TimedWindow } from "../../windows/window_spans.ts";

/** What a trigger has last seen of its window. Times are in ms. */
export interface WindowSeen {
  /** When the time began in which it was open; null if it was not open. */
  from: number | null;
  at: number;
}

export interface WindowMoment {
  seen: WindowSeen;
  /** What follows for the task; `missed` if it is too late for a start. */
  effect: "start" | "missed" | "none";
}

/** Times further back are not looked for. */
const REACH_MS = 31 * 86_400_000;
/** A clock set back by more than this was wrong before. */
const CLOCK_JUMP_MS = 3 * 3_600_000;

/** Returns what is new since a trigger last saw its window; null if nothing is. */
export function newMoment(
  window: TimedWindow,
  { event, seen, now, zone }: { event: "start" | "end"; seen: WindowSeen; now: number; zone: string },
): WindowMoment | null {
  const current = openSince(window, zone, now);
  if (now < seen.at) {
    const wasWrong = seen.at - now > CLOCK_JUMP_MS;
    return wasWrong ? { seen: { from: current, at: now }, effect: "none" } : null;
  }
  const hasPassed = spansOf(window, zone, { after: Math.max(seen.at, now - REACH_MS), until: now })
    .some(({ from, until }) => from > seen.at && from !== seen.from && until <= now);
  if (current === seen.from && !hasPassed) return null;
  const next = { from: current, at: now };
  const hasEnded = hasPassed || (seen.from !== null && current !== seen.from);
  if (event === "end") return { seen: next, effect: hasEnded ? "start" : "none" };
  // Who prepares for a window does nothing for one that is over.
  if (current !== null && current !== seen.from) return { seen: next, effect: "start" };
  return { seen: next, effect: hasPassed ? "missed" : "none" };
}

/** Returns when the time began in which a window is open at an instant; null if it is not open. */
export function openSince(window: TimedWindow, zone: string, at: number): number | null {
  return spansOf(window, zone, { after: at - 1, until: at })
    .find(({ from, until }) => from <= at && at < until)?.from ?? null;
}
