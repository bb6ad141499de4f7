// Decides which due times of one timetable run and which are skipped. Pure: time and rules in, decisions out.
import { countSlots, newestSlots, nextSlot, type Span } from "../contract/cron/slots.ts";
import type { SkipReason } from "../contract/runs.ts";
import type { MissedPolicy, Timetable } from "./timetable.ts";

/** One decided range of the ledger. */
export type Decision = { kind: "run"; cause: "schedule" | "missed"; dueAt: number } | Skip;

/** Due times that are skipped together. */
export interface Skip extends DueRange {
  kind: "skip";
  reason: SkipReason;
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

export interface DecideInput {
  timetable: Timetable;
  /** The first due time that has not been decided. */
  firstDueAt: number;
  now: number;
  missed: MissedPolicy;
}

/** Up to this age (ms) a due time is late, not missed. For timetables that are due more often, the limit is one period. */
const TOLERANCE_MS = 60_000;
const ALWAYS_ON_TIME_MS = 1_000;

/** Decides every due time from `firstDueAt` up to now. */
export function decide({ timetable, firstDueAt, now, missed }: DecideInput): Decided {
  const { rules, zone } = timetable;
  const onTimeFrom = now - toleranceMs(timetable, firstDueAt, now);
  const decisions = firstDueAt < onTimeFrom
    ? decideMissed({ timetable, firstDueAt, now, missed }, onTimeFrom - 1)
    : [];
  let cursor = lastDue(decisions) ?? firstDueAt - 1;
  let due = decisions.length > 0 ? nextSlot(rules, zone, cursor) : firstDueAt;
  for (; due !== null && due <= now; due = nextSlot(rules, zone, cursor)) {
    decisions.push({ kind: "run", cause: "schedule", dueAt: due });
    cursor = due;
  }
  return { decisions, cursor, nextDueAt: due };
}

function toleranceMs({ rules, zone }: Timetable, firstDueAt: number, now: number): number {
  if (now - firstDueAt < ALWAYS_ON_TIME_MS) return TOLERANCE_MS;
  const period = (nextSlot(rules, zone, firstDueAt) ?? Infinity) - firstDueAt;
  return Math.max(ALWAYS_ON_TIME_MS, Math.min(TOLERANCE_MS, period));
}

function decideMissed({ timetable, firstDueAt, now, missed }: DecideInput, until: number): Decision[] {
  const { policy, limit, deadlineMs } = missed;
  const wanted = policy === "skip" ? 0 : policy === "last" ? 1 : limit;
  const after = firstDueAt - 1;
  const newest = newestSlots(timetable.rules, timetable.zone, { after, until, count: wanted });
  const runs = newest.filter((due) => due >= now - deadlineMs)
    .map((dueAt): Decision => ({ kind: "run", cause: "missed", dueAt }));
  const skippedUntil = runs[0] ? runs[0].dueAt - 1 : until;
  const skipped = dueBetween(timetable, { after, until: skippedUntil });
  return [...skipped.map((range): Skip => ({ kind: "skip", reason: "missed", ...range })), ...runs];
}

/** Returns the due times of a span as one range, or an empty array when nothing is due in it. */
export function dueBetween({ rules, zone }: Timetable, span: Span): DueRange[] {
  const dueAt = nextSlot(rules, zone, span.after);
  if (dueAt === null || dueAt > span.until) return [];
  const dueThrough = newestSlots(rules, zone, { ...span, count: 1 })[0] ?? dueAt;
  return [{ dueAt, dueThrough, dueCount: countSlots(rules, zone, span) }];
}

function lastDue(decisions: readonly Decision[]): number | undefined {
  const last = decisions.at(-1);
  return last?.kind === "skip" ? last.dueThrough : last?.dueAt;
}
