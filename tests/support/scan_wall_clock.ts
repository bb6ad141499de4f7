// Due times of rules, found by scanning a zone's wall clock: slow, simple, and independent of the code under
// test.
import { isDay, valuesOf } from "./read_cron_fields.ts";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
/** Clocks change on the quarter hour. */
const SCAN_MINUTES = 15;

/** The wall clock, as minutes since 1970 in local time, for each UTC minute of a period. */
export class WallClock {
  /** First UTC minute since 1970, and their number. */
  readonly first: number;
  readonly #walls: Int32Array;

  constructor(zone: string, from: number, days: number) {
    this.first = Math.floor(from / MINUTE_MS / SCAN_MINUTES) * SCAN_MINUTES;
    this.#walls = new Int32Array(days * DAY_MINUTES);
    const read = wallReader(zone);
    for (let start = 0; start < this.#walls.length; start += SCAN_MINUTES) {
      const wall = read(this.first + start);
      for (let minute = 0; minute < SCAN_MINUTES; minute++) this.#walls[start + minute] = wall + minute;
    }
  }

  /** Lists when an expression of five fields is due, milliseconds UTC. */
  scan(expression: string): number[] {
    const fits = matcher(expression);
    const isFixed = !/[*/]/.test(expression.split(" ").slice(0, 2).join());
    const due: number[] = [];
    let latest = this.#walls[0]! - 1;
    for (let at = 0; at < this.#walls.length; at++) {
      const wall = this.#walls[at]!;
      if (isFixed ? isNewlyDue(fits, latest, wall) : fits(wall)) due.push((this.first + at) * MINUTE_MS);
      latest = Math.max(latest, wall);
    }
    return due;
  }

  /** Lists the multiples of a period, milliseconds. */
  scanEvery(periodMs: number): number[] {
    const start = this.first * MINUTE_MS;
    const end = start + this.#walls.length * MINUTE_MS;
    const due: number[] = [];
    for (let at = Math.ceil(start / periodMs) * periodMs; at < end; at += periodMs) due.push(at);
    return due;
  }
}

// A fixed time is due when the clock first reaches it, or has just skipped it.
function isNewlyDue(fits: (wall: number) => boolean, latest: number, wall: number): boolean {
  for (let one = latest + 1; one <= wall; one++) if (fits(one)) return true;
  return false;
}

function matcher(expression: string): (wall: number) => boolean {
  const [minutes = "", hours = "", days = "", months = "", weekdays = ""] = expression.split(" ");
  const minuteSet = valuesOf(minutes, 0, 59),
    hourSet = valuesOf(hours, 0, 23),
    monthSet = valuesOf(months, 1, 12);
  const known = new Map<number, boolean>();
  const fitsDay = (day: number) => {
    const date = new Date(day * DAY_MINUTES * MINUTE_MS);
    const month = date.getUTCMonth() + 1;
    return monthSet.has(month) && isDay(days, weekdays, date.getUTCFullYear(), month, date.getUTCDate());
  };
  return (wall) => {
    if (!minuteSet.has(wall % 60) || !hourSet.has(Math.floor(wall / 60) % 24)) return false;
    const day = Math.floor(wall / DAY_MINUTES);
    if (!known.has(day)) known.set(day, fitsDay(day));
    return known.get(day) ?? false;
  };
}

function wallReader(zone: string): (minute: number) => number {
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  return (minute) => {
    // 31/12/2026, 23:45
    const fields = clock.format(minute * MINUTE_MS).split(/[/,: ]+/).map(Number);
    const [day = 0, month = 0, year = 0, hour = 0, minutes = 0] = fields;
    return Date.UTC(year, month - 1, day, hour, minutes) / MINUTE_MS;
  };
}
