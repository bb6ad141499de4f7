import type { LogMatch, LogMatches, SearchStart } from "./log_source.ts";

/** What was found so far, from the beginning of the log on. */
export interface Found {
  items: readonly LogMatch[];
  /** How many there are, as far as counted. */
  count: number;
  /** Whether that is all of them. */
  counted: boolean;
  /** Where to look for more; null when all was looked at. */
  next: SearchStart | null;
}

export const nothingFound: Found = { items: [], count: 0, counted: true, next: null };

/** Adds what was found further down. */
export function addMatches(before: Found, result: LogMatches): Found {
  return {
    items: [...before.items, ...result.items],
    count: before.items.length + result.count,
    counted: result.counted,
    next: result.next,
  };
}

/** Chooses the first place at or after a byte, else the first of all; null when there is none. */
export function firstFrom(items: readonly LogMatch[], offset: number): number | null {
  if (items.length === 0) return null;
  return Math.max(0, items.findIndex((item) => item.offset >= offset));
}

/** Finds the first place at or after a line, else the last; null when there is none. */
export function firstFromLine(items: readonly LogMatch[], line: number): number | null {
  if (items.length === 0) return null;
  const index = items.findIndex((one) => one.line >= line);
  return index < 0 ? items.length - 1 : index;
}
