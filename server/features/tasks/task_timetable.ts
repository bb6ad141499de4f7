// When a task is due: its rules, its calendar, and how long it is valid.
import type { Schedules } from "../../contract/tasks.ts";
import type { WorkCalendar } from "../../contract/work_calendar.ts";
import type { Present } from "../../engine/plan_source.ts";
import { type Timetable, timetableOf } from "../../engine/timetable.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import { storedJson } from "../../platform/stored_json.ts";

/** Finds a calendar; null for one that does not exist. */
export type FindCalendar = (id: number) => WorkCalendar | null;

export const noCalendars: FindCalendar = () => null;

/** What a task is planned by, besides itself. */
export interface TaskPresent extends Present {
  findCalendar: FindCalendar;
  /** What is known of the files of triggers that are saved, by the paths as they were entered. */
  seenFiles?: ReadonlyMap<string, { version: string; mount: string | null }>;
}

/** The columns of a task that decide when it is due. */
export type TimingColumns = Pick<
  TaskRow,
  | "id"
  | "schedules_json"
  | "time_zone"
  | "calendar_id"
  | "on_day_off"
  | "valid_from"
  | "valid_until"
  | "after_due_at"
>;

/** Reads the timetable of a row; null when no rule starts it. Throws `CronError`. */
export function readTimetable(
  task: TimingColumns,
  { zone, findCalendar }: Omit<TaskPresent, "now">,
): Timetable | null {
  const { calendar_id, on_day_off: onDayOff, valid_from: validFrom, valid_until: validUntil } = task;
  const calendar = calendar_id === null ? null : findCalendar(calendar_id);
  const limits = { calendar, onDayOff, validFrom, validUntil };
  const timetable = timetableOf(readSchedules(task), task.time_zone ?? zone, task.id, limits);
  return timetable && task.after_due_at !== null ? { ...timetable, extraAt: task.after_due_at } : timetable;
}

/**
 * Reads the schedules of a row. Schedules that cannot be parsed are returned as a single rule holding the raw text, which
 * cannot be planned.
 */
export function readSchedules({ schedules_json: text }: Pick<TaskRow, "schedules_json">): Schedules {
  const token = storedJson<Schedules>(text, "manual");
  if (token === "startup" || token === "boot" || text === JSON.stringify("manual")) return token;
  const rules = storedJson<string[]>(text, [text]);
  return rules.every((rule) => typeof rule === "string") ? rules : [text];
}
