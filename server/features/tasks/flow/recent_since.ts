import type { Upstream } from "../../../contract/flows.ts";
import { sinceWhen } from "../../../contract/within.ts";

/** By which clock a task reads a time of day: its own time zone, or else the panel's. */
export interface TaskClock {
  timeZone: string | null | undefined;
  panelZone: string;
}

/** Returns since when (ms) the tasks before one may have ended, if it starts at an instant (ms). */
export function recentSince(
  { within }: Pick<Upstream, "within">,
  at: number,
  { timeZone, panelZone }: TaskClock,
): number {
  return sinceWhen(within, at, timeZone ?? panelZone);
}
