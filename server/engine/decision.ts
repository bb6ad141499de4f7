import type { SkipReason } from "../contract/runs.ts";
import type { MissedPolicy, Timetable } from "./timetable.ts";

/** What is decided of due times. Times are in ms. */
export type Decision = RunDecision | Skip;

export interface RunDecision {
  kind: "run";
  cause: "schedule" | "missed";
  dueAt: number;
  /** What the rule says, where a calendar moved it. */
  nominalAt?: number;
  /** The maintenance window in which it was due, and when it may start after it. */
  held?: Held;
  /** Due times that this run is for, too. */
  merged?: Merged[];
}

export interface Held {
  windowId: number;
  until: number;
  /** When it starts if the window ends as planned: with the next due time, where that is near. */
  startAt: number;
}

/** A due time that has no run of its own. */
export interface Merged {
  reason: "calendar" | "window";
  dueAt: number;
  nominalAt?: number;
  windowId?: number;
}

/** Due times that are skipped together. */
export interface Skip extends DueRange {
  kind: "skip";
  reason: SkipReason;
  /** What the rule says, where a calendar moved it. */
  nominalAt?: number;
  /** Name of the day off. */
  detail?: string | null;
  windowId?: number;
  /** A row of earlier due times for the same reason, from this instant on, is continued. */
  since?: number;
}

/** The first and the last of due times, and their count. */
export interface DueRange {
  dueAt: number;
  dueThrough: number;
  dueCount: number;
}

export interface Decided {
  /** Ordered by due time. Together they cover each due time up to `cursor` exactly once. */
  decisions: Decision[];
  cursor: number;
  nextDueAt: number | null;
}

/** An occurrence of a maintenance window that concerns a source: `from` ≤ t < `until`. */
export interface WindowSpan {
  id: number;
  effect: "hold" | "skip";
  from: number;
  until: number;
}

export interface DecideInput {
  timetable: Timetable;
  /** The first due time that has not been decided. */
  firstDueAt: number;
  now: number;
  missed: MissedPolicy;
  /** Those that overlap the time from `firstDueAt` to now. */
  windows: readonly WindowSpan[];
}
