import { type CronRule, parseCron } from "../contract/cron/expression.ts";
import { nextSlot, shortestGapMs } from "../contract/cron/slots.ts";
import { type Missed, missed, type Schedules } from "../contract/tasks.ts";
import { storedJson } from "../platform/stored_json.ts";
import type { TaskRow } from "./store.ts";

/** When a task is due: its rules, and the zone their wall clock stands in. */
export interface Timetable {
  rules: readonly CronRule[];
  zone: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Reads a task's schedules; null when no cron rule starts it. Throws `CronError` for a rule that is not one. */
export function timetableOf(schedules: Schedules, zone: string, seed: number): Timetable | null {
  if (typeof schedules === "string") return null;
  return { rules: schedules.map((rule) => parseCron(rule, { seed })), zone };
}

/** Finds the first due time after an instant (milliseconds); null when there is none. */
export function dueAfter(timetable: Timetable | null, instant: number): number | null {
  return timetable && nextSlot(timetable.rules, timetable.zone, instant);
}

/** What happens to due times nobody was there for, with every default filled in. */
export interface MissedPolicy {
  policy: Missed["policy"];
  limit: number;
  deadlineMs: number;
}

/** Tells what is usual for a schedule: due at most once an hour it catches up with the last one, busier it skips. */
export function usualMissed(timetable: Timetable | null, now: number): "skip" | "last" {
  const rare = timetable !== null && shortestGapMs(timetable.rules, timetable.zone, now) >= HOUR_MS;
  return rare ? "last" : "skip";
}

/** Reads the missed policy of a row; null where the usual one acts, as it does for one that cannot be read. */
export function readMissed({ missed_json }: Pick<TaskRow, "missed_json">): Missed | null {
  return missed_json === null ? null : missed.safeParse(storedJson<unknown>(missed_json, {})).data ?? null;
}

/** Fills in what a person left open in the missed policy. */
export function missedPolicy(runtime: Missed | null, usual: "skip" | "last"): MissedPolicy {
  const policy = runtime?.policy ?? usual;
  return { policy, limit: runtime?.limit ?? 100, deadlineMs: runtime?.deadlineMs ?? DAY_MS };
}
