// Moves rules with one time of day to another, keeping their days.
import { AppError } from "../../contract/app_error.ts";
import { CronError, parseCron } from "../../contract/cron/expression.ts";
import type { SpreadBody } from "../../contract/bulk_changes.ts";
import type { Schedules } from "../../contract/tasks.ts";

const DAY_SECONDS = 86_400;

/** One value, or one chosen by the id of the task. */
const single = /^(\d+|H(\(\d+-\d+\))?)$/i;

/**
 * Returns the schedules of the task at a position of the list, moved to its time. Throws `schedule_not_daily` unless they are
 * one rule with one time of day, and `spread_past_midnight` for a time of the next day.
 */
export function spreadSchedules(
  schedules: Schedules,
  position: number,
  { from, everyMs }: Pick<SpreadBody, "from" | "everyMs">,
): Schedules {
  const [hours = 0, minutes = 0, seconds = 0] = from.split(":").map(Number);
  const second = hours * 3_600 + minutes * 60 + seconds + position * everyMs / 1_000;
  const [rule, ...others] = Array.isArray(schedules) ? schedules : [];
  const moved = rule !== undefined && others.length === 0 ? moveToTime(rule, second % DAY_SECONDS) : null;
  if (moved === null) throw new AppError("schedule_not_daily");
  if (second >= DAY_SECONDS) throw new AppError("spread_past_midnight");
  return [moved];
}

/** Returns a rule with another time of day, in seconds since midnight; null if it has not exactly one. */
export function moveToTime(rule: string, second: number): string | null {
  const fields = cronFields(rule);
  const days = fields.slice(-3);
  const time = fields.slice(0, -3);
  if (time.length < 2 || !time.every((field) => single.test(field))) return null;
  const [hours, minutes, seconds] = [Math.floor(second / 3_600), Math.floor(second / 60) % 60, second % 60];
  const withSeconds = seconds > 0 ? [seconds] : [];
  return [...withSeconds, minutes, hours, ...days].join(" ");
}

/** Returns the fields of a cron rule, of a nickname those that it stands for; none for any other rule. */
function cronFields(rule: string): string[] {
  if (!rule.trim().startsWith("@")) return rule.trim().split(/\s+/);
  try {
    const parsed = parseCron(rule);
    return parsed.kind === "cron" ? parsed.expression.split(" ") : [];
  } catch (error) {
    if (error instanceof CronError) return []; // stored by an import
    throw error;
  }
}
