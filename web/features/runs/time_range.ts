// The time ranges of runs: the last hours or days, parts of calendar days, or any from and to.

import { readWallTime, writeWallTime } from "../../messages/wall_time.ts";
import { pageTimeZone } from "../../messages/zone_clocks.ts";
import { addDays } from "../../ui/inputs/calendar_days.ts";

const HOUR_MS = 3_600_000;

/** Lengths of the ranges up to now, ms. */
const periods = { "1h": HOUR_MS, "24h": 24 * HOUR_MS, "7d": 7 * 24 * HOUR_MS, "30d": 30 * 24 * HOUR_MS };

/** Start and end of the ranges by the clock: days from today, and the time of day. */
const dayRanges = {
  night: { from: [-1, "18:00"], to: [0, "08:00"] },
  today: { from: [0, "00:00"], to: [1, "00:00"] },
  yesterday: { from: [-1, "00:00"], to: [0, "00:00"] },
} as const;

/** The ranges to choose from, in the order in which they are offered. */
export const rangeNames = ["1h", "24h", "night", "today", "yesterday", "7d", "30d"] as const;
export type RangeName = (typeof rangeNames)[number];

/** A range as the URL stores it; `last` excludes the others. */
export interface RangeState {
  last: RangeName | null;
  /** Instants; empty for an open end. */
  from: string;
  to: string;
}

export const noRange: RangeState = { last: null, from: "", to: "" };

/** Returns the instants between which runs were queued, as the API takes them; undefined for an open end. */
export function instantsOf(
  { last, from, to }: RangeState,
  { now = Date.now(), zone = pageTimeZone() } = {},
): { from?: string | undefined; to?: string | undefined } {
  if (last === null) return { from: from || undefined, to: to || undefined };
  if (last in periods) return { from: new Date(now - periods[last as keyof typeof periods]).toISOString() }; // checked before
  const range = dayRanges[last as keyof typeof dayRanges]; // the only others
  const today = writeWallTime(now, zone).slice(0, 10);
  const at = ([days, time]: readonly [number, string]) =>
    new Date(readWallTime(`${addDays(today, days)}T${time}`, zone) ?? now).toISOString();
  return { from: at(range.from), to: at(range.to) };
}
