// Rules besides cron that begin with `@` and have words after it.
import { readPeriod } from "./period.ts";
import { DAY_SECONDS } from "./zone.ts";

/** Times of day and dates are those of the zone, in seconds from midnight and from 1970-01-01 00:00. */
export type AtRule =
  /** `@every 90m from 08:00`: from that time on, each day anew. */
  | { kind: "daily"; source: string; periodMs: number; from: number }
  /** `@once 2026-12-24 03:00`. */
  | { kind: "once"; source: string; at: number }
  /** `@after 30m`: after the last run has ended. */
  | { kind: "after"; source: string; delayMs: number }
  /** `@workday 1 09:00`: a working day of the month, counted from its end where negative. */
  | {
    kind: "workday";
    source: string;
    nth: number;
    time: number;
    /** Whether a day, counted from 1970-01-01, is a working day; Monday to Friday without it. */
    isWorkingDay?: (day: number) => boolean;
  };

type WithoutSource<Rule> = Rule extends AtRule ? Omit<Rule, "source"> : never;

/** No month has more working days than days. */
const MAX_WORKDAY = 31;

/** Reads the words after the name of a rule, which is in lower case; null when there is no such rule. */
export function readAtRule(name: string, words: readonly string[]): WithoutSource<AtRule> | null {
  switch (name) {
    case "@every":
      return readDaily(words);
    case "@once":
      return readOnce(words);
    case "@after":
      return readAfter(words);
    case "@workday":
      return readWorkday(words);
    default:
      return null;
  }
}

function readDaily([period = "", from, time = "", ...more]: readonly string[]): WithoutSource<AtRule> | null {
  const [periodMs, start] = [readPeriod(period), readTime(time)];
  if (from?.toLowerCase() !== "from" || more.length > 0 || periodMs === null || start === null) return null;
  return periodMs < DAY_SECONDS * 1000 ? { kind: "daily", periodMs, from: start } : null;
}

function readOnce(words: readonly string[]): WithoutSource<AtRule> | null {
  const [date = "", clock = "", ...more] = words.flatMap((word) => word.split("T"));
  const [day, time] = [readDate(date), readTime(clock)];
  return day === null || time === null || more.length > 0
    ? null
    : { kind: "once", at: day * DAY_SECONDS + time };
}

function readAfter([delay = "", ...more]: readonly string[]): WithoutSource<AtRule> | null {
  const delayMs = readPeriod(delay);
  return delayMs === null || more.length > 0 ? null : { kind: "after", delayMs };
}

function readWorkday([nth = "", clock = "", ...more]: readonly string[]): WithoutSource<AtRule> | null {
  const time = readTime(clock);
  const number = nth.toLowerCase() === "last" ? -1 : /^-?\d{1,2}$/.test(nth) ? Number(nth) : 0;
  if (time === null || more.length > 0 || number === 0 || Math.abs(number) > MAX_WORKDAY) return null;
  return { kind: "workday", nth: number, time };
}

/** Reads `08:00` or `08:00:30` as seconds from midnight; null for anything else. */
function readTime(text: string): number | null {
  const parts = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text);
  if (parts === null) return null;
  const [hour, minute, second] = parts.slice(1).map((part) => Number(part ?? 0)) as [number, number, number];
  return hour < 24 && minute < 60 && second < 60 ? hour * 3600 + minute * 60 + second : null;
}

/** Reads `2026-12-24` as days from 1970-01-01; null for a day that does not exist, and before 1970. */
function readDate(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const at = Date.parse(`${text}T00:00:00Z`);
  // Some engines read 30 February as 2 March.
  const isReal = !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
  return isReal && at >= 0 ? at / 1000 / DAY_SECONDS : null;
}
