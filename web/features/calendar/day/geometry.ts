// Where occurrences are on the timeline of a day, as shares of it. Pure.
import type { TimelineBar } from "../../../../server/contract/timeline.ts";
import type { Period } from "../visible_days.ts";

/** A part of the day, 0 to 1. */
export interface Part {
  from: number;
  to: number;
}

/** What is drawn for a bar; each part is null if there is none of it on this day. */
export interface Shape {
  waiting: Part | null;
  running: Part | null;
  /** A time to come, or one at which nothing started. */
  mark: number | null;
}

/** A shorter wait is not drawn (ms). */
const SHORTEST_WAIT_MS = 1_000;

/** Returns the part of a day between two instants; null if it has none. */
export function partOf(day: Period, from: number, to: number): Part | null {
  const length = day.to - day.from;
  if (to < day.from || from >= day.to) return null;
  return { from: Math.max(0, (from - day.from) / length), to: Math.min(1, (to - day.from) / length) };
}

/** Returns what is drawn for one run or due time. */
export function shapeOf(bar: TimelineBar, day: Period, now: number): Shape {
  const at = Date.parse(bar.at);
  const started = bar.startedAt === null ? null : Date.parse(bar.startedAt);
  const ended = bar.finishedAt === null ? now : Date.parse(bar.finishedAt);
  if (started !== null) {
    const hasWaited = started - at >= SHORTEST_WAIT_MS;
    return {
      waiting: hasWaited ? partOf(day, at, started) : null,
      running: partOf(day, started, Math.max(started, ended)),
      mark: null,
    };
  }
  const isWaiting = bar.runId !== null && bar.finishedAt === null && now - at >= SHORTEST_WAIT_MS;
  if (isWaiting) return { waiting: partOf(day, at, now), running: null, mark: null };
  return { waiting: null, running: null, mark: partOf(day, at, at)?.from ?? null };
}

/**
 * Returns the period whose bars are needed while a part of the day is in view: whole multiples of the zoom, so that
 * scrolling a little needs nothing new.
 */
export function neededPeriod(day: Period, view: Part, zoomMs: number): Period {
  const length = day.to - day.from;
  const from = day.from + Math.floor(view.from * length / zoomMs) * zoomMs;
  const to = day.from + Math.ceil(view.to * length / zoomMs) * zoomMs;
  return { from: Math.max(day.from, from), to: Math.min(day.to, Math.max(to, from + zoomMs)) };
}

const MINUTE_MS = 60_000;
const steps = { "24": 120 * MINUTE_MS, "6": 30 * MINUTE_MS, "1": 5 * MINUTE_MS };

/** Returns the instants that the time axis names, for a number of visible hours. */
export function ticksOf(day: Period, zoom: keyof typeof steps): number[] {
  const step = steps[zoom];
  return Array.from({ length: Math.ceil((day.to - day.from) / step) }, (_, index) => day.from + index * step);
}
