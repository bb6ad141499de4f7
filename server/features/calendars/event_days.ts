import type { SourceEvents } from "../icalendar/icalendar_types.ts";
import type { SourceDays } from "./built_calendar.ts";

/** Returns the days off of events; of several on one day, the first one gives it its name. */
export function eventDays({ from, until, events }: SourceEvents): SourceDays {
  const names = new Map<number, string>();
  for (const [first, count, name] of events) {
    for (let day = first; day < first + count; day++) if (!names.has(day)) names.set(day, name);
  }
  const days = [...names].map(([day, name]) => ({
    day,
    kind: "off" as const,
    name: name === "" ? null : name,
  }));
  return { knownFrom: from, knownUntil: until, days };
}
