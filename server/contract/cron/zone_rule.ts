// The rule of a zone for all years to come, as POSIX writes it in TZ: `CET-1CEST,M3.5.0,M10.5.0/3`.

import type { ZoneClock } from "./zone_clock.ts";

/** A clock that changes at the same dates every year, or never. */
export type YearlyRule = ZoneClock;

const name = String.raw`(?:[A-Za-z]{3,16}|<[A-Za-z0-9+-]{3,16}>)`;
const clock = String.raw`[+-]?\d{1,3}(?::\d{1,2}){0,2}`;
const date = String.raw`(?:J\d{1,3}|\d{1,3}|M\d{1,2}\.[1-5]\.[0-6])(?:/${clock})?`;
const form = new RegExp(`^${name}(${clock})(?:${name}(${clock})?,(${date}),(${date}))?$`);

export function parseZoneRule(text: string): YearlyRule | null {
  const [, west, westInSummer, start, end] = form.exec(text) ?? [];
  if (west === undefined) return null;
  const standard = 0 - secondsOf(west);
  if (start === undefined || end === undefined) return { offsetAt: () => standard };
  const summer = westInSummer === undefined ? standard + 3600 : 0 - secondsOf(westInSummer);
  return new ChangingRule({ standard, summer, start: changeOf(start), end: changeOf(end) });
}

interface Change {
  /** Seconds since 1970 of the midnight of its day in a year, in local time. */
  dayIn(year: number): number;
  /** Seconds after that midnight; may be negative or exceed a day. */
  time: number;
}

function changeOf(text: string): Change {
  const [day = "", time = "2"] = text.split("/");
  return { dayIn: dayOf(day), time: secondsOf(time) };
}

function dayOf(day: string): Change["dayIn"] {
  if (day.startsWith("M")) {
    const [month = 1, week = 1, weekday = 0] = day.slice(1).split(".").map(Number);
    return (year) => nthWeekday({ year, month, week, weekday });
  }
  // `J60` is always March 1; `60` counts from zero and counts February 29.
  if (!day.startsWith("J")) return (year) => Date.UTC(year, 0, 1 + Number(day)) / 1000;
  const number = Number(day.slice(1));
  return (year) => Date.UTC(year, 0, number + (number >= 60 && isLeap(year) ? 1 : 0)) / 1000;
}

function nthWeekday(of: { year: number; month: number; week: number; weekday: number }): number {
  const first = new Date(Date.UTC(of.year, of.month - 1, 1));
  const day = 1 + (of.weekday - first.getUTCDay() + 7) % 7 + 7 * (of.week - 1);
  const days = new Date(Date.UTC(of.year, of.month, 0)).getUTCDate();
  return Date.UTC(of.year, of.month - 1, day > days ? day - 7 : day) / 1000;
}

function isLeap(year: number): boolean {
  return new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
}

class ChangingRule implements YearlyRule {
  readonly #years = new Map<number, readonly { at: number; offset: number }[]>();

  constructor(private readonly rule: { standard: number; summer: number; start: Change; end: Change }) {}

  offsetAt(second: number): number {
    const year = new Date(second * 1000).getUTCFullYear();
    return this.#changesAround(year).findLast(({ at }) => at <= second)?.offset ?? this.rule.standard;
  }

  #changesAround(year: number): readonly { at: number; offset: number }[] {
    const known = this.#years.get(year);
    if (known !== undefined) return known;
    const { standard, summer, start, end } = this.rule;
    const changes = [year - 1, year, year + 1].flatMap((one) => [
      { at: start.dayIn(one) + start.time - standard, offset: summer },
      { at: end.dayIn(one) + end.time - summer, offset: standard },
    ]).sort((a, b) => a.at - b.at);
    this.#years.set(year, changes);
    return changes;
  }
}

/** Returns the seconds of `2`, `-3:30` or `167:59:59`. */
function secondsOf(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.replace(/^[+-]/, "").split(":").map(Number);
  const size = hours * 3600 + minutes * 60 + seconds;
  return text.startsWith("-") ? -size : size;
}
