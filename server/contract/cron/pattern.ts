import { CronDate, CronPattern } from "croner";
import { DAY_SECONDS } from "./zone.ts";

// A list or range of hours and minutes is a fixed time too: run once in a repeated hour, shifted out of a missing
// one.
const dialect = { mode: "6-part", sloppyRanges: true, fixedTimeRule: "no-wildcard" } as const;

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
