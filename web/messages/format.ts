// Formats dates, durations and numbers for a language, with `Intl`. Formatters are created once per language, because
// creating one costs more than using it a thousand times, and at their first use, because few are needed at the start.

import { browserTimeZone, chosenTimeZone, type ZoneClocks, zoneClocks } from "./zone_clocks.ts";

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_557_600_000],
  ["month", 2_629_800_000],
  ["week", 604_800_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
];

export type Instant = string | number | Date;

export interface Format {
  number(value: number): string;
  /** Formats a fraction between 0 and 1 as a percentage. */
  percent(share: number): string;
  /** Formats a size in bytes with a suitable unit. */
  bytes(count: number): string;
  /** Formats a duration in milliseconds with at most two units: `320ms`, `12.3s`, `4m 12s`. */
  duration(ms: number): string;
  /** Formats the time between an instant and `now`: `5m ago`, `in 2 hr`. */
  relative(at: Instant, now: number): string;
  /** Formats date and time to the second, without the zone. */
  dateTime(at: Instant, timeZone?: string): string;
  /** Formats date, time and the name of the zone. */
  exact(at: Instant, timeZone?: string): string;
  time(at: Instant, timeZone?: string): string;
  /** Formats the time of day to the minute, with the date unless it is the day of `now`. */
  shortTime(at: Instant, now: number): string;
  day(at: Instant): string;
  /** Formats weekday, date and time, for next due times. */
  dayAndTime(at: Instant, timeZone?: string): string;
  /** Joins items with commas and an "and". */
  list(items: string[]): string;
}

const dayTime = {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
} as const;

const dayOnly = { month: "short", day: "numeric" } as const;
const minuteOnly = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const timeOnly = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;

/** Creates the formatters of a language tag; `dateTag` is the tag for dates. */
export function createFormat(tag: string, dateTag = tag, clocks: ZoneClocks = zoneClocks): Format {
  const numbers = once(() => new Intl.NumberFormat(tag));
  const percents = once(() => new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 1 }));
  // Only "now" is a word: days are multiples of 24 hours here, which "tomorrow" is not.
  const now = once(() => new Intl.RelativeTimeFormat(tag, { numeric: "auto", style: "narrow" }));
  const relatives = once(() => new Intl.RelativeTimeFormat(tag, { numeric: "always", style: "narrow" }));
  const lists = once(() => new Intl.ListFormat(tag, { type: "conjunction" }));
  const dates = dateFormats(dateTag, clocks);
  return {
    number: (value) => numbers().format(value),
    percent: (share) => percents().format(share),
    bytes: (count) => formatBytes(tag, count),
    duration: (ms) => formatDuration(tag, ms),
    relative(at, from) {
      const distance = new Date(at).getTime() - from;
      return formatRelative(Math.abs(distance) < 1000 ? now() : relatives(), distance);
    },
    dateTime: (at, zone) => textOf(dates(dayTime, at, zone)),
    exact: (at, zone) => textOf(dates({ ...dayTime, timeZoneName: "short" }, at, zone)),
    time: (at, zone) => textOf(dates(timeOnly, at, zone)),
    shortTime(at, from) {
      const [day, today] = [at, from].map((one) => textOf(dates(dayOnly, one)));
      return textOf(dates(day === today ? minuteOnly : { ...dayOnly, ...minuteOnly }, at));
    },
    day: (at) => textOf(dates(dayOnly, at)),
    dayAndTime: (at, zone) => spaceWeekday(dates({ weekday: "short", ...dayTime }, at, zone)),
    list: (items) => lists().format(items),
  };
}

function once<T>(create: () => T): () => T {
  let created: T | undefined;
  return () => created ??= create();
}

function dateFormats(tag: string, clocks: ZoneClocks) {
  const cached = new Map<string, Intl.DateTimeFormat>();
  const formatOf = (options: Intl.DateTimeFormatOptions, timeZone?: string): Intl.DateTimeFormat => {
    const key = JSON.stringify([options, timeZone]);
    const format = cached.get(key) ??
      new Intl.DateTimeFormat(tag, timeZone ? { ...options, timeZone } : options);
    cached.set(key, format);
    return format;
  };
  const own = once(browserTimeZone);
  return (options: Intl.DateTimeFormatOptions, at: Instant, given?: string): Intl.DateTimeFormatPart[] => {
    const date = new Date(at);
    const zone = given || chosenTimeZone();
    const offset = clocks.offsetAt(date.getTime(), zone ?? own());
    if (offset === null) return formatOf(options, zone).formatToParts(date);
    // UTC, whose clock never changes, shows the local time of the panel's rules.
    return formatOf(options, "UTC").formatToParts(date.getTime() + offset)
      .map((part) => part.type === "timeZoneName" ? { ...part, value: offsetName(offset) } : part);
  };
}

function textOf(parts: readonly Intl.DateTimeFormatPart[]): string {
  return parts.map(({ value }) => value).join("");
}

/** Writes an offset as `Intl` does: `GMT-7`, `GMT+5:30`. */
function offsetName(offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  const rest = minutes % 60 === 0 ? "" : `:${String(minutes % 60).padStart(2, "0")}`;
  return `GMT${offset < 0 ? "-" : "+"}${Math.floor(minutes / 60)}${rest}`;
}

/** Joins the parts of a date, with a space before a weekday that follows a digit, as Chinese writes it. */
function spaceWeekday(parts: Intl.DateTimeFormatPart[]): string {
  return parts.map(({ type, value }, index) =>
    type === "weekday" && /\d$/.test(parts[index - 1]?.value ?? "") ? ` ${value}` : value
  ).join("");
}

function formatRelative(relatives: Intl.RelativeTimeFormat, distance: number): string {
  const [unit, size] = units.find(([, ms]) => Math.abs(distance) >= ms) ?? ["second" as const, 1000];
  return spaceUnit(relatives.format(Math.trunc(distance / size), unit));
}

function formatBytes(tag: string, count: number): string {
  const names = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];
  const step = Math.min(names.length - 1, count < 1 ? 0 : Math.floor(Math.log10(count) / 3));
  const text = withUnit(tag, count / 1000 ** step, names[step] ?? "byte", step > 0 ? 1 : 0, "short");
  // English spells out "byte", without a plural, but abbreviates the larger units.
  return text.replace(/\bbyte$/, "B");
}

function formatDuration(tag: string, ms: number): string {
  const sign = ms < 0 ? "-" : "";
  const length = Math.abs(ms);
  if (length < 1000) return sign + formatMilliseconds(tag, Math.round(length));
  if (length < 60_000) return sign + withUnit(tag, Math.floor(length / 100) / 10, "second", 1);
  return sign + twoUnits(length).map(([value, unit]) => withUnit(tag, value, unit, 0)).join(" ");
}

/** Writes the unit as a word in Chinese, as the larger units are; its narrow form there is "ms". */
function formatMilliseconds(tag: string, count: number): string {
  return withUnit(tag, count, "millisecond", 0, tag.startsWith("zh") ? "short" : "narrow");
}

function twoUnits(length: number): [number, string][] {
  const seconds = Math.round(length / 1000);
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), "day"],
    [Math.floor(seconds / 3600) % 24, "hour"],
    [Math.floor(seconds / 60) % 60, "minute"],
    [seconds % 60, "second"],
  ];
  const first = parts.findIndex(([value]) => value > 0);
  return parts.slice(first, first + 2).filter(([value]) => value > 0);
}

const unitFormats = new Map<string, Intl.NumberFormat>();

function withUnit(
  tag: string,
  value: number,
  unit: string,
  digits: number,
  unitDisplay: "narrow" | "short" = "narrow",
): string {
  const key = [tag, unit, unitDisplay, digits].join(" ");
  const format = unitFormats.get(key) ??
    new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay, maximumFractionDigits: digits });
  unitFormats.set(key, format);
  return spaceUnit(format.format(value));
}

/** Separates a number from a Chinese unit by a space, as in all other Chinese texts of the page. */
function spaceUnit(text: string): string {
  return text.replace(/(\d)(?=\p{Script=Han})/gu, "$1 ");
}
