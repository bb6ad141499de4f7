// Arithmetic with days written as `2026-11-23`, for the calendar. Days have no zone, so all of it is in UTC.
import { localTime } from "../../messages/zone_clocks.ts";

const dayMs = 86_400_000;

function parse(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function write(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Returns the day a number of days later, or earlier if it is negative. */
export function addDays(day: string, count: number): string {
  return write(new Date(parse(day).getTime() + count * dayMs));
}

/** Returns the same day some months later, or the last day of that month if it is shorter. */
export function addMonths(day: string, count: number): string {
  const date = parse(day);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count + 1, 0));
  lastDay.setUTCDate(Math.min(lastDay.getUTCDate(), date.getUTCDate()));
  return write(lastDay);
}

/** Returns the first day of the week; `firstWeekday` is 1 for Monday to 7 for Sunday. */
export function startOfWeek(day: string, firstWeekday: number): string {
  return addDays(day, -((parse(day).getUTCDay() - firstWeekday + 7) % 7));
}

/** Returns the six weeks that contain the month of a day. Always six, so that the calendar keeps its height. */
export function weeksOf(day: string, firstWeekday: number): string[][] {
  const first = startOfWeek(`${day.slice(0, 8)}01`, firstWeekday);
  return Array.from(
    { length: 6 },
    (_, week) => Array.from({ length: 7 }, (_, weekday) => addDays(first, week * 7 + weekday)),
  );
}

/** Returns the current day in a zone; by default in that of the browser. */
export function todayIn(timeZone?: string, now = Date.now()): string {
  return write(localTime(now, timeZone));
}

/** Returns the first weekday in the region of a language tag, 1 for Monday to 7 for Sunday; Monday if it is unknown. */
export function firstWeekdayOf(tag: string): number {
  // A method in most browsers, a property in older ones, missing in others and in TypeScript.
  const locale = new Intl.Locale(tag) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

const typedDay = /^(\d{4})[-/.\p{sc=Han}]?(\d{1,2})[-/.\p{sc=Han}]?(\d{1,2})\p{sc=Han}?$/u;
const typedTime = /^(\d{1,2}):?(\d\d)(?::?(\d\d))?$/;

/** Parses a typed day such as `2026-11-23`, `2026/11/23` or `20261123`; null when it does not exist. */
export function parseDay(text: string): string | null {
  const [, year = "", month = "", date = ""] = typedDay.exec(text.trim()) ?? [];
  const day = `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  const parsed = parse(day);
  return Number.isNaN(parsed.getTime()) || write(parsed) !== day ? null : day;
}

/** Parses a typed time such as `6:30`, `0630` or `06:30:15`; null when it does not exist. */
export function parseTime(text: string): string | null {
  const [, hour = "", minute = "", second] = typedTime.exec(text.trim()) ?? [];
  if (minute === "" || Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return null;
  return [hour.padStart(2, "0"), minute, ...(second === undefined ? [] : [second])].join(":");
}

/** Parses a typed day and time, separated by a space or a `T`; null when they do not exist. Without a time, it is midnight. */
export function parseDayTime(text: string): string | null {
  const [dayText = "", timeText = "00:00", ...rest] = text.trim().split(/[T\s]+/);
  const [day, time] = [parseDay(dayText), parseTime(timeText)];
  return day === null || time === null || rest.length > 0 ? null : `${day}T${time}`;
}
