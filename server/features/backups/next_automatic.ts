import type { AutomaticBackups } from "../../contract/automatic_backups.ts";
import { dueAfter, timetableOf } from "../../engine/timetable.ts";

const DAY_MS = 86_400_000;

export interface AutomaticPlan {
  settings: AutomaticBackups;
  /** The panel's time zone. */
  zone: string;
  /** When the last backup was started or the panel was set up, in ms since the epoch. */
  since: number;
}

/**
 * Returns when the next automatic backup is due (ms since the epoch), even if that has passed; null if they
 * are disabled.
 */
export function nextAutomatic({ settings, zone, since }: AutomaticPlan): number | null {
  if (!settings.enabled) return null;
  const [hour, minute] = settings.at.split(":").map(Number);
  const timetable = timetableOf([`${minute} ${hour} * * *`], zone, 0);
  return dueAfter(timetable, since + (settings.everyDays - 1) * DAY_MS);
}
