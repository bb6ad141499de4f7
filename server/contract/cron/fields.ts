// The grammar of one field, reimplemented the way croner reads it. croner's own errors name neither the position nor the
// field in the user's numbers (month 13 is "12" to it), and it accepts some nonsense (`75/5`) as "never".

import type { CronField } from "./issue.ts";

export interface FieldKind {
  name: Exclude<CronField, "expression">;
  min: number;
  max: number;
  /** Number of values: the maximum step croner accepts. */
  size: number;
  /** Highest value `H` may choose: one that every month has. */
  hashedMax: number;
  names?: Readonly<Record<string, number>>;
}

const months = {
  JAN: 1,
  FEB: 2,
  MAR: 3,
  APR: 4,
  MAY: 5,
  JUN: 6,
  JUL: 7,
  AUG: 8,
  SEP: 9,
  OCT: 10,
  NOV: 11,
  DEC: 12,
};
const weekdays = { SUN: 0, MON: 1, TUE: 2, WED: 3, THU: 4, FRI: 5, SAT: 6 };

/** The six fields in the order in which they are written. */
export const fieldKinds: readonly FieldKind[] = [
  { name: "second", min: 0, max: 59, size: 60, hashedMax: 59 },
  { name: "minute", min: 0, max: 59, size: 60, hashedMax: 59 },
  { name: "hour", min: 0, max: 23, size: 24, hashedMax: 23 },
  { name: "day", min: 1, max: 31, size: 31, hashedMax: 28 },
  { name: "month", min: 1, max: 12, size: 12, hashedMax: 12, names: months },
  { name: "week", min: 0, max: 7, size: 7, hashedMax: 6, names: weekdays },
];

/** The field after them. The years are those of Quartz. */
export const yearKind: FieldKind = { name: "year", min: 1970, max: 2099, size: 130, hashedMax: 2099 };

/** Chooses one of `size` values; the same field of the same task always gets the same one. */
export type Choose = (size: number) => number;

/**
 * Converts one comma-free item of a field to croner's syntax; returns null when it is invalid. `text` is in
 * upper case.
 */
export function normaliseItem(kind: FieldKind, text: string, choose: Choose): string | null {
  if (kind.name === "day" && text === "L") return text;
  if (kind.name === "day" && text.startsWith("L-")) return daysBeforeLast(text.slice(2));
  if (kind.name === "day" && text.endsWith("W")) return nearestWeekday(kind, text.slice(0, -1));
  if (/^H(?![A-Z])/.test(text)) return kind.name === "year" ? null : hashed(kind, text, choose);
  return kind.name === "week" ? weekItem(kind, text) : plain(kind, text);
}

/** `L-3`: the last day minus three, as Quartz counts. */
function daysBeforeLast(text: string): string | null {
  const days = /^\d{1,2}$/.test(text) ? Number(text) : NaN;
  return days >= 1 && days <= 30 ? `L-${days}` : null;
}

function nearestWeekday(kind: FieldKind, text: string): string | null {
  const day = value(kind, text);
  return day === null ? null : `${day}W`;
}

/** `H`, `H/15`, `H(0-29)`, `H(0-29)/10`. */
function hashed(kind: FieldKind, text: string, choose: Choose): string | null {
  const parts = /^H(?:\((\d+)-(\d+)\))?(?:\/(\d+))?$/.exec(text);
  if (parts === null) return null;
  const low = parts[1] === undefined ? kind.min : value(kind, parts[1]);
  const high = parts[2] === undefined ? kind.hashedMax : value(kind, parts[2]);
  if (low === null || high === null || low > high) return null;
  const size = high - low + 1;
  if (parts[3] === undefined) return String(low + choose(size));
  const every = step(kind, parts[3]);
  return every === null ? null : `${low + choose(Math.min(every, size))}-${high}/${every}`;
}

/** An item of the weekday field: `MON-FRI`, `5L`, `1#2`. An nth weekday of a range is expanded day by day. */
function weekItem(kind: FieldKind, text: string): string | null {
  const nth = /^(.+?)(?:#([1-5]|L)|(L))$/.exec(text);
  if (nth === null) return plain(kind, text);
  const days = nth[1] === "*" || nth[1] === "?" ? null : plain(kind, nth[1] ?? "");
  const suffix = nth[2] === undefined || nth[2] === "L" ? "L" : `#${nth[2]}`;
  return days === null ? null : valuesOf(kind, days).map((day) => `${day}${suffix}`).join(",");
}

function valuesOf(kind: FieldKind, item: string): number[] {
  const [range = "", every = "1"] = item.split("/");
  const [low = "", high] = range === "*" ? [String(kind.min), String(kind.size - 1)] : range.split("-");
  const last = high ?? (item.includes("/") ? kind.size - 1 : low);
  const values: number[] = [];
  for (let day = Number(low); day <= Number(last); day += Number(every)) values.push(day);
  return values;
}

/** `*`, `5`, `1-5`, and each of them with a step. */
function plain(kind: FieldKind, text: string): string | null {
  const [range = "", every, ...more] = text.split("/");
  if (more.length > 0) return null;
  const from = spread(kind, range, every !== undefined);
  if (from === null || every === undefined) return from;
  const by = step(kind, every);
  if (by === null) return null;
  return by === 1 && from === "*" ? from : `${from}/${by}`;
}

function spread(kind: FieldKind, text: string, stepped: boolean): string | null {
  if (text === "*" || text === "?") return "*";
  const [first = "", last, ...more] = text.split("-");
  const low = value(kind, first);
  if (low === null || more.length > 0) return null;
  // In croner, a step that starts at 7 (Sunday) in the weekday field never matches.
  if (last === undefined) return stepped && low === kind.size + kind.min ? null : String(low);
  const high = value(kind, last === "SUN" ? "7" : last);
  return high === null || low > high ? null : `${low}-${high}`;
}

function value(kind: FieldKind, text: string): number | null {
  const named = kind.names !== undefined && Object.hasOwn(kind.names, text) ? kind.names[text] : undefined;
  const number = named ?? (/^\d+$/.test(text) ? Number(text) : NaN);
  return number >= kind.min && number <= kind.max ? number : null;
}

function step(kind: FieldKind, text: string): number | null {
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  return number >= 1 && number <= kind.size ? number : null;
}
