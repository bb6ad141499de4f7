import type { LogMatch, LogMatches, SearchStart } from "./log_source.ts";

/** The matches so far, from the start of the log. */
export interface Found {
  items: readonly LogMatch[];
  /** The number of matches counted so far. */
  count: number;
  /** Whether the count is complete. */
  counted: boolean;
  /** Where to continue the search; null at the end of the log. */
  next: SearchStart | null;
}

export const nothingFound: Found = { items: [], count: 0, counted: true, next: null };

/** Adds matches from further down. */
export function addMatches(before: Found, result: LogMatches): Found {
  return {
    items: [...before.items, ...result.items],
    count: before.items.length + result.count,
    counted: result.counted,
    next: result.next,
  };
}

/** Returns the index of the first match at or after a byte, else the first of all; null when there is none. */
export function firstFrom(items: readonly LogMatch[], offset: number): number | null {
  if (items.length === 0) return null;
  return Math.max(0, items.findIndex((item) => item.offset >= offset));
}

/** Returns the index of the first match at or after a line, else the last; null when there is none. */
export function firstFromLine(items: readonly LogMatch[], line: number): number | null {
  if (items.length === 0) return null;
  const index = items.findIndex((one) => one.line >= line);
  return index < 0 ? items.length - 1 : index;
}
