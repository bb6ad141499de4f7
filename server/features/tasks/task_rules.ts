// Checks what a schema cannot know about a task: that its rules are ever due, its time zone exists and its
// directories stay inside the root.
import type { FieldIssue } from "../../contract/app_error.ts";
import { CronError, parseCron } from "../../contract/cron/expression.ts";
import { newestSlots, nextSlot } from "../../contract/cron/slots.ts";
import { isWithin } from "../../contract/within.ts";
import { isTimeZone } from "../../contract/cron/zone.ts";
import { bareSchedules } from "../../contract/task_rules.ts";
import type { Schedules, TaskPatch } from "../../contract/tasks.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import { runsTask } from "./command/runs_task.ts";
import { readSchedules, type TaskPresent } from "./task_timetable.ts";

/** Discards the output instead. */
const DISCARD = "/dev/null";
const DAY_MS = 24 * 3_600_000;
/** For one directory name; the limit of common file systems. */
const MAX_NAME_BYTES = 255;
const LOG_FOLDER = /^[\p{L}\p{N}_][\p{L}\p{N} ._-]*(\/[\p{L}\p{N}_][\p{L}\p{N} ._-]*)*$/u;

/** A task is moved at most this often a day: each time has a row of its own. */
const MAX_MOVED_A_DAY = 1440;

/**
 * Returns the issues of a task's fields that the schema does not catch; `before` is the task, null for a new one. A field that
 * is not sent has none.
 */
export function taskIssues(
  patch: TaskPatch,
  before: Pick<TaskRow, "id" | "schedules_json" | "time_zone" | "calendar_id" | "on_day_off"> | null,
  present: TaskPresent,
): FieldIssue[] {
  return [
    ...blankIssues(patch),
    ...timingIssues(patch, before, present),
    ...(typeof patch.timeZone === "string" && !isTimeZone(patch.timeZone)
      ? [{ path: "timeZone", code: "unknown_time_zone" as const }]
      : []),
    ...hookIssues("before", patch.before),
    ...hookIssues("after", patch.after),
    ...logFolderIssues(patch.logFolder),
    ...labelIssues(patch.labels ?? []),
    ...(patch.upstream && !isWithin(patch.upstream.within)
      ? [{ path: "upstream.within", code: "invalid_within" as const }]
      : []),
  ];
}

function blankIssues(patch: TaskPatch): FieldIssue[] {
  return (["name", "command"] as const).filter((field) => patch[field]?.trim() === "")
    .map((path) => ({ path, code: "required" as const }));
}

/** Returns the issues of a task's rules; `seed` is the task's id, which determines the value of `H`. */
export function scheduleIssues(schedules: Schedules | undefined, seed: number): FieldIssue[] {
  if (!Array.isArray(schedules)) return [];
  return schedules.flatMap((rule, index) => {
    try {
      parseCron(rule, { seed });
      return [];
    } catch (error) {
      if (!(error instanceof CronError)) throw error;
      const { code, field, start, end } = error.error;
      return [{ path: `schedules.${index}`, code, params: { field, start, end } }];
    }
  });
}

function timingIssues(
  patch: TaskPatch,
  before: Parameters<typeof taskIssues>[1],
  { now, zone, findCalendar }: TaskPresent,
): FieldIssue[] {
  const { calendarId, onDayOff, validFrom, validUntil } = patch;
  const schedules = patch.schedules && bareSchedules(patch.schedules);
  const issues = scheduleIssues(schedules, before?.id ?? 0);
  if (issues.length > 0) return issues;
  if (Array.isArray(schedules)) {
    const timeZone = patch.timeZone === undefined ? before?.time_zone ?? zone : patch.timeZone ?? zone;
    if (isTimeZone(timeZone)) issues.push(...passedIssues(schedules, timeZone, now));
  }
  if (calendarId != null && findCalendar(calendarId) === null) {
    issues.push({ path: "calendarId", code: "unknown_calendar" });
  }
  const all = schedules ?? (before ? readSchedules(before) : "manual");
  const moves = ["next", "previous", "next_same_month"].includes(onDayOff ?? before?.on_day_off ?? "run");
  const isChanged = schedules !== undefined || onDayOff !== undefined;
  if (moves && isChanged && Array.isArray(all) && isTooFrequent(all, before?.id ?? 0, now)) {
    issues.push({ path: "onDayOff", code: "too_frequent_to_move" });
  }
  if (validFrom && validUntil && Date.parse(validUntil) <= Date.parse(validFrom)) {
    issues.push({ path: "validUntil", code: "ends_before_start" });
  }
  if (validUntil && Date.parse(validUntil) <= now) issues.push({ path: "validUntil", code: "time_passed" });
  return issues;
}

function passedIssues(schedules: readonly string[], zone: string, now: number): FieldIssue[] {
  return schedules.flatMap((text, index) => {
    const rule = parseCron(text);
    const ends = rule.kind === "once" || (rule.kind === "cron" && rule.years !== undefined);
    return ends && nextSlot([rule], zone, now) === null
      ? [{ path: `schedules.${index}`, code: "time_passed" as const }]
      : [];
  });
}

function isTooFrequent(schedules: readonly string[], seed: number, now: number): boolean {
  const rules = schedules.map((rule) => parseCron(rule, { seed }));
  return newestSlots(rules, "UTC", { after: now, until: now + DAY_MS, count: MAX_MOVED_A_DAY + 1 }).length >
    MAX_MOVED_A_DAY;
}

function hookIssues(path: "before" | "after", command: string | null | undefined): FieldIssue[] {
  return command && runsTask(command) ? [{ path, code: "contains_task_command" }] : [];
}

function labelIssues(labels: readonly string[]): FieldIssue[] {
  return labels.flatMap((label, index) =>
    label.trim() === "" ? [{ path: `labels.${index}`, code: "required" as const }] : []
  );
}

function logFolderIssues(folder: string | null | undefined): FieldIssue[] {
  if (!folder?.trim() || folder === DISCARD) return [];
  if (folder.startsWith("/") || folder.split("/").some((part) => part === ".." || part === ".")) {
    return [{ path: "logFolder", code: "outside_root", params: { root: "logs" } }];
  }
  if (folder.split("/").some((part) => new TextEncoder().encode(part).length > MAX_NAME_BYTES)) {
    return [{ path: "logFolder", code: "too_long", params: { max: MAX_NAME_BYTES } }];
  }
  return LOG_FOLDER.test(folder) ? [] : [{ path: "logFolder", code: "invalid_character" }];
}
