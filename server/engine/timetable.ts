import { type CronRule, parseCron } from "../contract/cron/expression.ts";
import { shortestGapMs } from "../contract/cron/slots.ts";
import type { Missed, OnDayOff, Schedules } from "../contract/tasks.ts";
import type { WorkCalendar } from "../contract/work_calendar.ts";

/** When something is due: its rules, and the time zone of their wall clock. */
export interface Timetable {
  rules: readonly CronRule[];
  zone: string;
  /** A time at which it is due besides those of the rules, in ms. */
  extraAt?: number | null;
  /** Its first and last instant, in ms; nothing is due outside of them. */
  valid?: { from: number | null; until: number | null };
  calendar?: { days: WorkCalendar; onDayOff: Exclude<OnDayOff, "run"> };
}

/** What besides the rules decides when something is due. */
export interface TimetableLimits {
  calendar: WorkCalendar | null;
  onDayOff: OnDayOff;
  validFrom: number | null;
  validUntil: number | null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Reads schedules; null when no rule is among them. Throws `CronError` for an invalid rule. */
export function timetableOf(
  schedules: Schedules,
  zone: string,
  seed: number,
  limits?: TimetableLimits,
): Timetable | null {
  if (typeof schedules === "string") return null;
  const rules = schedules.map((rule) => parseCron(rule, { seed }));
  return limits ? limitedTimetable(rules, zone, limits) : { rules, zone };
}

/** Returns when rules are due within limits. */
export function limitedTimetable(
  rules: readonly CronRule[],
  zone: string,
  { calendar, onDayOff, validFrom: from, validUntil: until }: TimetableLimits,
): Timetable {
  return {
    rules: rules.map((rule) => withCalendar(rule, calendar)),
    zone,
    ...(from !== null || until !== null) && { valid: { from, until } },
    ...calendar && onDayOff !== "run" && { calendar: { days: calendar, onDayOff } },
  };
}

function withCalendar(rule: CronRule, calendar: WorkCalendar | null): CronRule {
  if (rule.kind !== "workday" || calendar === null) return rule;
  return { ...rule, isWorkingDay: (day) => calendar.dayOf(day).kind === "working" };
}

/** Returns whether all due times are those of the rules. */
export function isPlain({ extraAt, valid, calendar }: Timetable): boolean {
  return extraAt == null && !valid && !calendar;
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
