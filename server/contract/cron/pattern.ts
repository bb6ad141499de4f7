import { CronDate, CronPattern } from "croner";
import { DAY_SECONDS } from "./zone.ts";

// A list or range of hours and minutes is a fixed time too: run once in a repeated hour, shifted out of a missing
// one.
const dialect = { mode: "6-part", sloppyRanges: true, fixedTimeRule: "no-wildcard" } as const;

export interface PatternFields {
  seconds: number[];
  minutes: number[];
  hours: number[];
  /** 1 to 12. */
  months: number[];
  days: number[];
  /** Days of the month of which the nearest weekday is meant. */
  nearest: number[];
  /** Days counted back from the last one, which is 0. */
  beforeLast: number[];
  lastDay: boolean;
  lastWeekday: boolean;
  /** For Sunday to Saturday, the weeks of the month: 63 for all, else a bit for each of the first five, and 32 for the last. */
  weekdays: number[];
  /** Whether the day of the month, or the weekday, is not restricted at all. */
  anyDay: boolean;
  anyWeekday: boolean;
  /** Whether both have to match; otherwise one is enough where both are restricted. */
  both: boolean;
  /** Null where every year counts. */
  years: readonly number[] | null;
}

/** The times of day at which a rule is due, and the days, counted from 1970-01-01. */
export interface DayPattern {
  /** Whether its times are adjusted at a clock change: shifted out of a missing hour, once in a repeated one. */
  readonly fixed: boolean;
  /** Seconds since midnight, ascending. */
  readonly times: Uint32Array;
  /** Outside of these days it is never due; unset where there is no limit. */
  readonly dayRange?: { first: number; last: number } | undefined;
  firesOn(day: number): boolean;
}

/** Place of the field for days. */
const DAY_FIELD = 3;
/** Stands for no day at all: where a month with 31 days lacks one, the others have it neither. */
const NO_DAY = 31;
const MONTH_LENGTHS = [28, 29, 30, 31];

/**
 * A parsed expression. It uses 80 kB while it is referenced (five times that with `L-3`), so do not store it.
 */
export class Pattern implements DayPattern {
  /** Whether seconds, minutes and hours all lack `*` and `/`. */
  readonly fixed: boolean;
  readonly times: Uint32Array;
  readonly dayRange: { first: number; last: number } | undefined;
  readonly #pattern: CronPattern;
  readonly #beforeLast: number[];
  /** Whether days are given besides those counted from the end. */
  readonly #hasDays: boolean;
  // The patterns of months by their number of days, where days are counted from the end.
  readonly #byLength: ReadonlyMap<number, CronPattern>;
  readonly #years: ReadonlySet<number> | null;

  /** Throws croner's error when croner cannot parse the expression. */
  constructor(expression: string, years?: readonly number[]) {
    this.#beforeLast = daysBeforeLast(expression);
    this.#hasDays = otherDays(expression).length > 0;
    this.#pattern = open(withLength(expression, 0));
    const lengths = this.#beforeLast.length > 0 ? MONTH_LENGTHS : [];
    this.#byLength = new Map(lengths.map((length) => [length, open(withLength(expression, length))]));
    this.#years = years ? new Set(years) : null;
    this.dayRange = years && { first: firstDayOf(years[0]!), last: firstDayOf(years.at(-1)! + 1) - 1 };
    this.fixed = this.#pattern.isFixedTime;
    this.times = timesOfDay(this.#pattern);
  }

  /** Returns what the fields mean, as it is planned. */
  get fields(): PatternFields {
    const { second, minute, hour, month, day, dayOfWeek, nearestWeekdays, ...flags } = this.#pattern;
    const days = marked(day).map((index) => index + 1);
    return {
      seconds: marked(second),
      minutes: marked(minute),
      hours: marked(hour),
      months: marked(month).map((index) => index + 1),
      days: this.#hasDays ? days : [],
      nearest: marked(nearestWeekdays).map((index) => index + 1),
      beforeLast: this.#beforeLast,
      lastDay: flags.lastDayOfMonth,
      lastWeekday: flags.lastWeekday,
      weekdays: dayOfWeek.slice(0, 7),
      anyDay: flags.starDOM,
      anyWeekday: flags.starDOW,
      both: flags.useAndLogic,
      years: this.#years && [...this.#years],
    };
  }

  firesOn(day: number): boolean {
    const at = new Date((day * DAY_SECONDS + (this.times[0] ?? 0)) * 1000);
    if (this.#years && !this.#years.has(at.getUTCFullYear())) return false;
    const pattern = this.#byLength.size === 0 ? this.#pattern : this.#byLength.get(lengthOfMonth(at));
    return pattern !== undefined && new CronDate(at, 0).match(pattern, {});
  }
}

function open(expression: string): CronPattern {
  return new CronPattern(expression, undefined, dialect);
}

/** `L-3` in the field for days is 3. */
function daysBeforeLast(expression: string): number[] {
  return dayItems(expression).filter((item) => item.startsWith("L-")).map((item) => Number(item.slice(2)))
    .sort((a, b) => a - b);
}

function otherDays(expression: string): string[] {
  return dayItems(expression).filter((item) => !item.startsWith("L-"));
}

function dayItems(expression: string): string[] {
  return expression.split(" ")[DAY_FIELD]?.split(",") ?? [];
}

// Writes days that are counted from the end as days of a month with so many days; those it does not have are left out.
function withLength(expression: string, length: number): string {
  const before = daysBeforeLast(expression);
  if (before.length === 0) return expression;
  const counted = before.flatMap((days) => length > days ? [String(length - days)] : []);
  const days = [...otherDays(expression), ...counted].join(",") || String(NO_DAY);
  return expression.split(" ").with(DAY_FIELD, days).join(" ");
}

function firstDayOf(year: number): number {
  return Date.UTC(year, 0, 1) / 1000 / DAY_SECONDS;
}

function lengthOfMonth(at: Date): number {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
}

function timesOfDay(pattern: CronPattern): Uint32Array {
  const hours = marked(pattern.hour), minutes = marked(pattern.minute), seconds = marked(pattern.second);
  const times = new Uint32Array(hours.length * minutes.length * seconds.length);
  let index = 0;
  for (const hour of hours) {
    for (const minute of minutes) {
      for (const second of seconds) times[index++] = hour * 3600 + minute * 60 + second;
    }
  }
  return times;
}

function marked(flags: readonly number[]): number[] {
  return flags.flatMap((flag, value) => flag ? [value] : []);
}
