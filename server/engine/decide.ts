// Decides which due times of one timetable run and which are skipped. Pure: time and rules in, decisions out.
import { newestSlots, nextSlot } from "../contract/cron/slots.ts";
import type { Decided, DecideInput, Decision, Skip } from "./decision.ts";
import { decideOccurrences } from "./decide_occurrences.ts";
import { dueBetween } from "./occurrences.ts";
import { isPlain, type Timetable } from "./timetable.ts";

/** Up to this age (ms) a due time is late, not missed. For timetables that are due more often, the limit is one period. */
const TOLERANCE_MS = 60_000;
const ALWAYS_ON_TIME_MS = 1_000;

/** Decides every due time from `firstDueAt` up to now. */
export function decide(input: DecideInput): Decided {
  const { timetable, firstDueAt, now, windows } = input;
  const { rules, zone } = timetable;
  const onTimeFrom = now - toleranceMs(timetable, firstDueAt, now);
  if (!isPlain(timetable) || windows.length > 0) return decideOccurrences(input, onTimeFrom);
  const decisions = firstDueAt < onTimeFrom ? decideMissed(input, onTimeFrom - 1) : [];
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

function lastDue(decisions: readonly Decision[]): number | undefined {
  const last = decisions.at(-1);
  return last?.kind === "skip" ? last.dueThrough : last?.dueAt;
}
