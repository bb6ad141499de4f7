import type { WorkCalendar } from "../../server/contract/work_calendar.ts";

interface TestCalendar {
  /** Dates that are off, as `2026-10-01`. */
  off?: readonly string[];
  /** Dates that are working days although the weekday is off. */
  working?: readonly string[];
  /** Weekdays that are off; 1 is Monday. */
  weekend?: readonly number[];
  zone?: string;
  /** Instead of dates and weekdays. */
  isOff?: (day: number) => boolean;
}

/** Returns a calendar of given days. */
export function testCalendar(
  { off = [], working = [], weekend = [6, 7], zone = "UTC", isOff }: TestCalendar,
): WorkCalendar {
  const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
  const [offDays, workingDays] = [new Set(off.map(dayOf)), new Set(working.map(dayOf))];
  const isDayOff = isOff ??
    ((day: number) => offDays.has(day) || (weekend.includes((day + 3) % 7 + 1) && !workingDays.has(day)));
  return {
    id: 1,
    name: "test",
    revision: "1",
    zone,
    dayOf: (day) => ({
      kind: isDayOff(day) ? "off" : "working",
      isKnown: true,
      name: offDays.has(day) ? "Holiday" : null,
    }),
  };
}
