import type { AutomaticBackups } from "../../contract/automatic_backups.ts";
import { dueAfter, timetableOf } from "../../engine/timetable.ts";

const DAY_MS = 86_400_000;

export interface AutomaticPlan {
  settings: AutomaticBackups;
  /** The panel's zone. */
  zone: string;
  /** When the last was begun, or the panel was set up; milliseconds UTC. */
  since: number;
}

/** Tells when the next automatic backup is due, milliseconds UTC, also when that has passed; null when there are none. */
export function nextAutomatic({ settings, zone, since }: AutomaticPlan): number | null {
  if (!settings.enabled) return null;
  const [hour, minute] = settings.at.split(":").map(Number);
  const timetable = timetableOf([`${minute} ${hour} * * *`], zone, 0);
  return dueAfter(timetable, since + (settings.everyDays - 1) * DAY_MS);
}
