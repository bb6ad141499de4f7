import { CronDate } from "croner";
import { renamedZones, zoneAliases } from "./zone_names.ts";

/** A moment at which a zone's distance to UTC changes. Seconds throughout; `at` is the first second of the new distance. */
export interface ClockChange {
  at: number;
  before: number;
  after: number;
}

export const DAY_SECONDS = 86_400;

// Since 1970 no zone changed its clock twice within a week, so one look every five days misses nothing.
const SEARCH_SECONDS = 5 * DAY_SECONDS;

// Asked for once: to make the list takes longer than to look a name up in it a thousand times.
const listedZones: ReadonlySet<string> = new Set(Intl.supportedValuesOf("timeZone"));

/** Tells whether a name is an IANA time zone or one of its aliases, in its proper spelling; offsets are not. */
export function isTimeZone(name: string): boolean {
  return listedZones.has(name) || (isKnownName(name) && isUnderstood(name));
}

/** Lists the zones for a picker: today's names, sorted, with UTC. */
export function timeZones(): string[] {
  const listed = [...listedZones].map(todaysName);
  return [...new Set([...listed, "UTC"])].sort();
}

function todaysName(name: string): string {
  const renamed = renamedZones[name];
  return renamed !== undefined && isUnderstood(renamed) ? renamed : name;
}

function isKnownName(name: string): boolean {
  return Object.hasOwn(renamedZones, name) || zoneAliases.includes(name);
}

function isUnderstood(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Reads the wall clock of a zone: seconds since 1970-01-01 00:00 on that clock, for a UTC time in seconds. */
export function wallSeconds(second: number, zone: string): number {
  const { year, month, day, hour, minute, second: rest } = new CronDate(new Date(second * 1000), zone);
  return Date.UTC(year, month, day, hour, minute, rest) / 1000;
}

/** Tells how many seconds a zone's wall clock is ahead of UTC at a UTC time in seconds. */
export function offsetSeconds(second: number, zone: string): number {
  return wallSeconds(second, zone) - second;
}

/** Finds the clock changes of a zone with `from` < change ≤ `to` (UTC seconds), ascending. */
export function clockChanges(zone: string, from: number, to: number): ClockChange[] {
  const changes: ClockChange[] = [];
  let before = offsetSeconds(from, zone);
  for (let low = from; low < to;) {
    const high = Math.min(low + SEARCH_SECONDS, to);
    const after = offsetSeconds(high, zone);
    if (after !== before) changes.push({ at: firstSecondAfter(zone, low, high, before), before, after });
    before = after;
    low = high;
  }
  return changes;
}

function firstSecondAfter(zone: string, low: number, high: number, before: number): number {
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    if (offsetSeconds(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** Writes wall seconds as a time of day: `02:30`, or `02:30:05` when the seconds are not zero. */
export function timeOfDayText(wall: number): string {
  const iso = new Date(wall * 1000).toISOString();
  return wall % 60 === 0 ? iso.slice(11, 16) : iso.slice(11, 19);
}
