import { CronDate } from "croner";
import { renamedZones, zoneAliases } from "./zone_names.ts";

/** An instant at which a zone's UTC offset changes. All values in seconds; `at` is the first second of the new offset. */
export interface ClockChange {
  at: number;
  before: number;
  after: number;
}

export const DAY_SECONDS = 86_400;

// Since 1970 no zone has changed its clock twice within a week, so checking every five days misses nothing.
const SEARCH_SECONDS = 5 * DAY_SECONDS;

// Built once: creating the list takes longer than a thousand lookups in it.
const listedZones: ReadonlySet<string> = new Set(Intl.supportedValuesOf("timeZone"));

/**
 * Returns whether a name is an IANA time zone or one of its aliases, in its official spelling; UTC offsets are
 * not.
 */
export function isTimeZone(name: string): boolean {
  return listedZones.has(name) || (isKnownName(name) && isUnderstood(name));
}

/** Returns the zones for a picker: current names, sorted, with UTC. */
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

/**
 * Returns the local time of a zone as seconds since 1970-01-01 00:00 local time, for a UTC time in seconds.
 */
export function wallSeconds(second: number, zone: string): number {
  const { year, month, day, hour, minute, second: rest } = new CronDate(new Date(second * 1000), zone);
  return Date.UTC(year, month, day, hour, minute, rest) / 1000;
}

/** Returns how many seconds a zone's local time is ahead of UTC at a UTC time in seconds. */
export function offsetSeconds(second: number, zone: string): number {
  return wallSeconds(second, zone) - second;
}

/** Returns the clock changes of a zone with `from` < change ≤ `to` (UTC seconds), ascending. */
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

/** Formats local seconds as a time of day: `02:30`, or `02:30:05` when the seconds are not zero. */
export function timeOfDayText(wall: number): string {
  const iso = new Date(wall * 1000).toISOString();
  return wall % 60 === 0 ? iso.slice(11, 16) : iso.slice(11, 19);
}
