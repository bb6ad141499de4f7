// Arranges the days of a year into months, for the preview.
import type { CalendarDays, DayKind } from "../../../../server/contract/calendars.ts";

export type YearDay = CalendarDays["items"][number];

/** Consecutive days with one name. */
export interface NamedSpan {
  from: string;
  to: string;
  kind: DayKind;
  name: string;
  localName: string | null;
}

export interface YearMonth {
  /** The first day of the month. */
  first: string;
  /** Weeks of seven days; null outside of the month. */
  weeks: (YearDay | null)[][];
  named: NamedSpan[];
}

/** Returns the months of days in order; `firstWeekday` is 1 for Monday to 7 for Sunday. */
export function monthsOf(days: readonly YearDay[], firstWeekday: number): YearMonth[] {
  const months = Map.groupBy(days, ({ date }) => date.slice(0, 7));
  return [...months.values()].map((month) => {
    const first = month[0]!.date; // a group has an item
    return { first, weeks: weeksOf(month, firstWeekday), named: spansOf(month) };
  });
}

/** Returns the day of the week, 1 for Monday to 7 for Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

function weeksOf(month: readonly YearDay[], firstWeekday: number): (YearDay | null)[][] {
  const before = (weekdayOf(month[0]!.date) - firstWeekday + 7) % 7;
  const cells = [...Array.from({ length: before }, () => null), ...month];
  const count = Math.ceil(cells.length / 7);
  return Array.from(
    { length: count },
    (_, week) => Array.from({ length: 7 }, (_, day) => cells[week * 7 + day] ?? null),
  );
}

function spansOf(month: readonly YearDay[]): NamedSpan[] {
  const spans: NamedSpan[] = [];
  let isOpen = false;
  for (const { date, kind, name, localName } of month) {
    const last = spans.at(-1);
    if (name === null) isOpen = false;
    else if (isOpen && last && last.name === name && last.kind === kind) last.to = date;
    else {
      spans.push({ from: date, to: date, kind, name, localName });
      isOpen = true;
    }
  }
  return spans;
}

export interface Totals {
  working: number;
  off: number;
  unknown: number;
}

export function totalsOf(days: readonly YearDay[]): Totals {
  const count = (isCounted: (day: YearDay) => boolean) => days.filter(isCounted).length;
  return {
    working: count(({ kind }) => kind === "working"),
    off: count(({ kind }) => kind === "off"),
    unknown: count(({ known }) => !known),
  };
}
