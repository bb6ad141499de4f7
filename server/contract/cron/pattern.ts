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
  lastDay: boolean;
  lastWeekday: boolean;
  /** For Sunday to Saturday, the weeks of the month: 63 for all, else a bit for each of the first five, and 32 for the last. */
  weekdays: number[];
  /** Whether the day of the month, or the weekday, is not restricted at all. */
  anyDay: boolean;
  anyWeekday: boolean;
  /** Whether both have to match; otherwise one is enough where both are restricted. */
  both: boolean;
}

/**
 * A parsed expression: the times of day at which it is due, and the days. It uses 80 kB while it is referenced, so do not
 * store it.
 */
export class Pattern {
  /** Whether seconds, minutes and hours all lack `*` and `/`: such times are adjusted at a clock change. */
  readonly fixed: boolean;
  /** Seconds since midnight, ascending. */
  readonly times: Uint32Array;
  readonly #pattern: CronPattern;

  /** Throws croner's error when croner cannot parse the expression. */
  constructor(expression: string) {
    this.#pattern = new CronPattern(expression, undefined, dialect);
    this.fixed = this.#pattern.isFixedTime;
    this.times = timesOfDay(this.#pattern);
  }

  /** Returns what the fields mean, as it is planned. */
  get fields(): PatternFields {
    const { second, minute, hour, month, day, dayOfWeek, nearestWeekdays, ...flags } = this.#pattern;
    return {
      seconds: marked(second),
      minutes: marked(minute),
      hours: marked(hour),
      months: marked(month).map((index) => index + 1),
      days: marked(day).map((index) => index + 1),
      nearest: marked(nearestWeekdays).map((index) => index + 1),
      lastDay: flags.lastDayOfMonth,
      lastWeekday: flags.lastWeekday,
      weekdays: dayOfWeek.slice(0, 7),
      anyDay: flags.starDOM,
      anyWeekday: flags.starDOW,
      both: flags.useAndLogic,
    };
  }

  /** Returns whether the expression is due on a calendar day, given in days since 1970-01-01. */
  firesOn(day: number): boolean {
    const second = day * DAY_SECONDS + (this.times[0] ?? 0);
    return new CronDate(new Date(second * 1000), 0).match(this.#pattern, {});
  }
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
