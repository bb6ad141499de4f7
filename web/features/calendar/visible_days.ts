// Which days a view shows, and what belongs to each of them. Pure.
import type { OccurrenceCounts } from "../../../server/contract/occurrences.ts";
import type { WindowSpans } from "../../../server/contract/windows.ts";
import { readWallTime, writeWallTime } from "../../messages/wall_time.ts";
import { addDays, startOfWeek, weeksOf } from "../../ui/inputs/calendar_days.ts";
import type { View } from "./url_state.ts";

export type Band = WindowSpans["items"][number];

/** Kinds of occurrences, in the order in which they are shown. */
export const kinds = ["failed", "succeeded", "skipped", "running", "due"] as const;
export type Kind = (typeof kinds)[number];
export type Counts = Readonly<Record<Kind, number>>;

/** Returns the days of a view. */
export function daysOf(view: View, at: string, firstWeekday: number): string[] {
  if (view === "day") return [at];
  if (view === "night") return [at, addDays(at, 1)];
  if (view === "month") return weeksOf(at, firstWeekday).flat();
  const first = startOfWeek(at, firstWeekday);
  return Array.from({ length: 7 }, (_, index) => addDays(first, index));
}

/** Returns the instant at which a day begins in a zone. */
export function startOf(day: string, zone: string): number {
  return readWallTime(`${day}T00:00`, zone) ?? Date.parse(`${day}T00:00Z`);
}

export interface Period {
  from: number;
  to: number;
}

/** Returns the instants at which days in order begin and end. */
export function periodOf(days: readonly string[], zone: string): Period {
  return { from: startOf(days[0]!, zone), to: startOf(addDays(days.at(-1)!, 1), zone) };
}

/** Returns the instants at which a day begins and ends, or the night after it: from noon to noon. */
export function timelinePeriod(view: View, at: string, zone: string): Period {
  if (view !== "night") return periodOf([at], zone);
  const noonOf = (day: string) => readWallTime(`${day}T12:00`, zone) ?? Date.parse(`${day}T12:00Z`);
  return { from: noonOf(at), to: noonOf(addDays(at, 1)) };
}

/** Returns counts by the local day at which they begin. */
export function byDay(items: readonly OccurrenceCounts[], zone: string): Map<string, OccurrenceCounts> {
  return new Map(items.map((item) => [writeWallTime(Date.parse(item.at), zone).slice(0, 10), item]));
}

/** Returns counts by local day and hour: `2026-11-29T13`. */
export function byHour(items: readonly OccurrenceCounts[], zone: string): Map<string, OccurrenceCounts> {
  return new Map(items.map((item) => [writeWallTime(Date.parse(item.at), zone).slice(0, 13), item]));
}

export function totalOf(counts: Counts): number {
  return kinds.reduce((sum, kind) => sum + counts[kind], 0);
}

/** Returns the largest total; at least 1. */
export function largestOf(all: Iterable<Counts>): number {
  return [...all].reduce((largest, counts) => Math.max(largest, totalOf(counts)), 1);
}

/** Returns the windows that are open in a period, each once. */
export function bandsIn(bands: readonly Band[], { from, to }: Period): Band[] {
  const open = bands.filter((band) => Date.parse(band.from) < to && Date.parse(band.to) > from);
  return [...new Map(open.map((band) => [band.id, band])).values()];
}
