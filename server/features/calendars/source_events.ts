// What is read from an iCalendar file: stored, so that the file is not read again at each start.
import type { IssueCode } from "../../contract/issue_codes.ts";
import type { SourceDays } from "./built_calendar.ts";

export interface SourceEvents {
  /** First and last day that the file covers. */
  from: number;
  until: number;
  /** First day, number of days and name of each. */
  events: [day: number, count: number, name: string][];
}

/** Why a source cannot be used. */
export interface SourceProblem {
  code: IssueCode;
  params?: Record<string, string | number>;
}

/** Years that are read before and after the present one. */
const YEARS_BEFORE = 3;
const YEARS_AFTER = 5;

/** Returns the first and the last year that are read in a year. */
export function yearsToRead(year: number): { firstYear: number; lastYear: number } {
  return { firstYear: year - YEARS_BEFORE, lastYear: year + YEARS_AFTER };
}

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
