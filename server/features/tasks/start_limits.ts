// What keeps a task from starting at an instant that no rule of it names: maintenance windows, and the days off of its calendar.
import { DAY_SECONDS, wallSeconds } from "../../contract/cron/zone.ts";
import type { Held } from "../../engine/decision.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import type { FindCalendar } from "./task_timetable.ts";

export interface StartLimits {
  /** Returns the maintenance window that holds a run that would start at an instant (ms); null without one. */
  heldAt(task: TaskRow, at: number): Held | null;
  /** Returns what drops a start at an instant (ms); null if nothing does. */
  droppedAt(
    task: TaskRow,
    at: number,
  ): { reason: "window"; windowId: number } | { reason: "calendar" } | null;
}

/** Returns why a task starts only by hand at an instant (ms): it is disabled, or not valid then; null if it may start. */
export function inactiveAt(
  { enabled, valid_from: from, valid_until: until }: Pick<TaskRow, "enabled" | "valid_from" | "valid_until">,
  at: number,
): "disabled" | "expired" | null {
  if (enabled === 0) return "disabled";
  return (from !== null && at < from) || (until !== null && at > until) ? "expired" : null;
}

/** Returns whether a task does not run on the day of an instant (ms). Without a rule, there is no time that could be moved. */
export function isDayOff(
  { calendar_id, on_day_off }: Pick<TaskRow, "calendar_id" | "on_day_off">,
  at: number,
  findCalendar: FindCalendar,
): boolean {
  const calendar = calendar_id === null || on_day_off === "run" ? null : findCalendar(calendar_id);
  if (calendar === null) return false;
  const day = Math.floor(wallSeconds(Math.floor(at / 1000), calendar.zone) / DAY_SECONDS);
  return calendar.dayOf(day).kind === "off";
}
