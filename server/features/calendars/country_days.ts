import { dayNumberOf, startOfYear } from "../../contract/day_numbers.ts";
import type { DayKind } from "../../contract/calendars.ts";
import type { HolidayDays, HolidayFile, HolidayName } from "../../platform/holiday_files.ts";
import type { DayName, NamedDay, SourceDays } from "./built_calendar.ts";

/** Returns the days of a country, or of one of its regions; null for a region that it does not have. */
export function countryDays(file: HolidayFile, region: string | undefined): SourceDays | null {
  const differences = region === undefined ? {} : file.regions?.[region];
  if (differences === undefined) return null;
  const missing = new Set(differences.not);
  const names = file.names.map(toDayName);
  const [first, last] = file.years;
  return {
    knownFrom: startOfYear(first),
    knownUntil: startOfYear(last + 1) - 1,
    days: [
      ...daysOf(file.off, "off", names).filter(({ date }) => !missing.has(date)),
      ...daysOf(differences.off ?? {}, "off", names),
      ...daysOf(file.working ?? {}, "working", names),
    ].map(({ date: _, ...day }) => day),
  };
}

function daysOf(
  days: HolidayDays,
  kind: DayKind,
  names: readonly DayName[],
): (NamedDay & { date: number })[] {
  return Object.entries(days).flatMap(([index, dates]) =>
    dates.map((date) => ({ date, day: dayNumber(date), kind, name: names[Number(index)] ?? null }))
  );
}

function toDayName([en, local = null, zh]: HolidayName): DayName {
  return { en, zh: zh ?? en, local };
}

function dayNumber(date: number): number {
  const text = String(date);
  return dayNumberOf(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`);
}
