// How long ago another task may have ended: a duration such as `24h`, or since a time of day, such as `since 00:00`.
import { instantOf, wallSeconds } from "./cron/zone.ts";
import { readPeriod } from "./cron/period.ts";

const SINCE = /^since ([01]\d|2[0-3]):([0-5]\d)$/;
const DAY_SECONDS = 86_400;

/** Returns whether a text says how long ago something may be. */
export function isWithin(text: string): boolean {
  return SINCE.test(text) || readPeriod(text) !== null;
}

/**
 * Returns the first instant (ms) that is recent enough at another one, by the wall clock of a zone. A time of day is the last one that
 * has come; where the clock shows it twice, the first of the two.
 */
export function sinceWhen(text: string, now: number, zone: string): number {
  const time = SINCE.exec(text);
  if (!time) return now - (readPeriod(text) ?? 0);
  const wall = wallSeconds(Math.floor(now / 1000), zone);
  const today = wall - wall % DAY_SECONDS + Number(time[1]) * 3600 + Number(time[2]) * 60;
  // By the wall clock, a time of day that has come would be yet to come when the clock is set back.
  const since = instantOf(today, zone) * 1000;
  return since <= now ? since : instantOf(today - DAY_SECONDS, zone) * 1000;
}
