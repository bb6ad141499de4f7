import type { Overview } from "../../../server/contract/overview.ts";
import { localTime } from "../../messages/zone_clocks.ts";

export const HOUR_MS = 3_600_000;
/** Length of a bar that joins hours. */
const BAR_MS = 6 * HOUR_MS;

/** One hour, or several, of the chart: what ran, and what is still planned; the current hour has both. */
export interface ChartHour {
  /** Start of the hour in milliseconds. */
  at: number;
  /** How many hours are counted. */
  hours: number;
  succeeded: number;
  failed: number;
  /** Stopped or skipped. */
  other: number;
  planned: number;
  /** Expected total run time of the planned runs. */
  loadMs: number;
}

/** Joins the past and the next 24 hours, oldest first. */
export function chartHours({ past, upcomingLoad }: Pick<Overview, "past" | "upcomingLoad">): ChartHour[] {
  const hours = new Map<number, ChartHour>();
  const hourOf = (instant: string): ChartHour => {
    const at = new Date(instant).getTime();
    const hour = hours.get(at) ?? { at, hours: 1, succeeded: 0, failed: 0, other: 0, planned: 0, loadMs: 0 };
    hours.set(at, hour);
    return hour;
  };
  for (const { at, succeeded, failed, other } of past) {
    Object.assign(hourOf(at), { succeeded, failed, other });
  }
  for (const { at, runs, loadMs } of upcomingLoad) Object.assign(hourOf(at), { planned: runs, loadMs });
  return [...hours.values()].sort((one, next) => one.at - next.at);
}

/** Joins hours to bars of six hours, which begin at midnight, 6:00, 12:00 and 18:00 of this browser's time zone. */
export function joinHours(hours: readonly ChartHour[]): ChartHour[] {
  const bars = new Map<number, ChartHour>();
  for (const { at, ...counts } of hours) {
    const start = startOfBar(at);
    const bar = bars.get(start);
    if (!bar) bars.set(start, { at: start, ...counts });
    else for (const key of countKeys) bar[key] += counts[key];
  }
  return [...bars.values()];
}

function startOfBar(at: number): number {
  const local = localTime(at).getTime();
  const start = Math.floor(local / BAR_MS) * BAR_MS;
  const sameClock = at - (local - start);
  // The clock may have changed since: the bar begins when a clock showed its first hour.
  return sameClock - (localTime(sameClock).getTime() - start);
}

const countKeys = ["hours", "succeeded", "failed", "other", "planned", "loadMs"] as const;

/** Returns how many slots each bar after `now` occupies on average; null for the current one and the past. */
export function slotsInUse(bars: readonly ChartHour[], now: number): (number | null)[] {
  return bars.map(({ at, hours, loadMs }) => at <= now ? null : loadMs / (hours * HOUR_MS));
}

/** The parts of a bar, from the bottom: failures start at the baseline, where they can be compared. */
export const layers = ["failed", "succeeded", "other", "planned"] as const;
export type Layer = (typeof layers)[number];

/** Failures are drawn at least this high, as a share of the largest bar: one among hundreds of runs stays visible. */
const minShare = 0.02;

/** Returns the upper edge of each part of each bar; null where a bar has no such part. */
export function stackHours(hours: readonly ChartHour[]): Record<Layer, (number | null)[]> {
  const totals = hours.map((hour) => layers.reduce((sum, layer) => sum + hour[layer], 0));
  const min = Math.max(0, ...totals) * minShare;
  const edges: Record<Layer, (number | null)[]> = { failed: [], succeeded: [], other: [], planned: [] };
  for (const hour of hours) {
    let edge = 0;
    for (const layer of layers) {
      const count = hour[layer];
      if (count > 0) edge += layer === "failed" ? Math.max(count, min) : count;
      edges[layer].push(count > 0 ? edge : null);
    }
  }
  return edges;
}

/** Returns the path of a bar chart in a box of `values.length` by 1; empty without values above 0. */
export function sparkPath(values: readonly number[]): string {
  const max = Math.max(0, ...values);
  return values.flatMap((value, index) => {
    if (value <= 0) return [];
    const height = Math.max(value / max, 0.12);
    return [`M${index + 0.15} 1v${-round(height)}h0.7v${round(height)}z`];
  }).join("");
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
