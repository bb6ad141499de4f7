// What is read from an iCalendar file: stored, so that the file is not read again at each start.
import type { IssueCode } from "../../contract/issue_codes.ts";

/** Whole days. */
export interface SourceEvents {
  /** First and last day that the file covers. */
  from: number;
  until: number;
  /** First day, number of days and name of each. */
  events: [day: number, count: number, name: string][];
}

/** When events begin and end, in seconds: instants, or times of a clock in the zone of whoever asks. */
export interface EventTimes {
  instants: [from: number, until: number][];
  local: [from: number, until: number][];
}

/** What is read of events: those that take whole days, or the times of all. */
export interface ReadKinds {
  days: SourceEvents;
  times: EventTimes;
}

/** Why a source cannot be used. */
export interface SourceProblem {
  code: IssueCode;
  params?: Record<string, string | number>;
}

export interface ReadOptions {
  firstYear: number;
  lastYear: number;
}

/** Years that are read before and after the present one. */
const YEARS_BEFORE = 3;
const YEARS_AFTER = 5;

/** Returns the first and the last year that are read in a year. */
export function yearsToRead(year: number): ReadOptions {
  return { firstYear: year - YEARS_BEFORE, lastYear: year + YEARS_AFTER };
}

export class SourceError extends Error {
  override readonly name = "SourceError";

  constructor(readonly problem: SourceProblem) {
    super(problem.code);
  }
}
