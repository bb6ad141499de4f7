// When a run counts as slower than usual.

/** How many times the usual duration a slow run takes at least. */
export const SLOW_FACTOR = 2;
/** By how much (ms) a slow run exceeds the usual duration at least: shorter runs vary too much. */
export const SLOW_EXCESS_MS = 1000;

/** Returns whether a run took much longer than its task usually does; durations in ms. */
export function isSlow(durationMs: number, usualMs: number): boolean {
  return durationMs >= SLOW_FACTOR * usualMs && durationMs >= usualMs + SLOW_EXCESS_MS;
}
