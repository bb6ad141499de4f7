import { type CronRule, parseCron } from "../contract/cron/expression.ts";
import { nextSlot, shortestGapMs } from "../contract/cron/slots.ts";
import type { Missed, Schedules } from "../contract/tasks.ts";

/** When something is due: its rules, and the time zone of their wall clock. */
export interface Timetable {
  rules: readonly CronRule[];
  zone: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Reads schedules; null when no cron rule is among them. Throws `CronError` for an invalid rule. */
export function timetableOf(schedules: Schedules, zone: string, seed: number): Timetable | null {
  if (typeof schedules === "string") return null;
  return { rules: schedules.map((rule) => parseCron(rule, { seed })), zone };
}

/** Returns the first due time after an instant (ms); null when there is none. */
export function dueAfter(timetable: Timetable | null, instant: number): number | null {
  return timetable && nextSlot(timetable.rules, timetable.zone, instant);
}

/** What happens to due times that were missed, with every default filled in. */
export interface MissedPolicy {
  policy: Missed["policy"];
  limit: number;
  deadlineMs: number;
}

/** Returns the default for a schedule: at most once an hour catches up with the last run, more often skips. */
export function usualMissed(timetable: Timetable | null, now: number): "skip" | "last" {
  const rare = timetable !== null && shortestGapMs(timetable.rules, timetable.zone, now) >= HOUR_MS;
  return rare ? "last" : "skip";
}

/** Fills in what a user left unset in the missed policy. */
export function missedPolicy(chosen: Missed | null, usual: "skip" | "last"): MissedPolicy {
  const policy = chosen?.policy ?? usual;
  return { policy, limit: chosen?.limit ?? 100, deadlineMs: chosen?.deadlineMs ?? DAY_MS };
}
