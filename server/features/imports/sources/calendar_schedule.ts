// Converts calendar events of systemd, such as `Mon..Fri *-*-* 08,12:30`, to rules of the panel. See
// systemd.time(7).
import { CronError, parseCron } from "../../../contract/cron/expression.ts";
import { isTimeZone } from "../../../contract/cron/zone.ts";

/** A rule that is due at the same times as a calendar event. */
export interface CalendarSchedule {
  rule: string;
  /** Null for the zone of the machine. */
  timeZone: string | null;
}

/** Why a calendar event has no equivalent rule. */
export type CalendarProblem = "invalid" | "month_end" | "fraction" | "zone";

const shorthands: Readonly<Record<string, string>> = {
  minutely: "*-*-* *:*:00",
  hourly: "*-*-* *:00:00",
  daily: "*-*-* 00:00:00",
  weekly: "Mon *-*-* 00:00:00",
  monthly: "*-*-01 00:00:00",
  quarterly: "*-01,04,07,10-01 00:00:00",
  semiannually: "*-01,07-01 00:00:00",
  "semi-annually": "*-01,07-01 00:00:00",
  biannually: "*-01,07-01 00:00:00",
  "bi-annually": "*-01,07-01 00:00:00",
  yearly: "*-01-01 00:00:00",
  annually: "*-01-01 00:00:00",
  anually: "*-01-01 00:00:00",
};

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

class ProblemError extends Error {
  constructor(readonly problem: CalendarProblem) {
    super(problem);
  }
}

/** Converts one value of `OnCalendar=`, or returns why that is not possible. */
export function calendarSchedule(text: string): CalendarSchedule | CalendarProblem {
  try {
    return convert(text.trim());
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    if (error instanceof CronError) return "invalid";
    throw error;
  }
}

function convert(text: string): CalendarSchedule {
  const words = text.split(/\s+/);
  const timeZone = takeZone(words);
  const short = words.length === 1 ? shorthands[words[0]!.toLowerCase()] : undefined;
  const parts = short?.split(" ") ?? words;
  const days = /^[a-z]/i.test(parts[0] ?? "") ? weekdayField(takeWeekdays(parts)) : null;
  const date = parts[0] !== undefined && !parts[0].includes(":") ? parts.shift()! : "*-*-*";
  const time = parts.shift() ?? "00:00:00";
  if (parts.length > 0) throw new ProblemError("invalid");
  const [hour, minute, second] = timeFields(time);
  const [day, month, week, year] = dateFields(date, days);
  const seconds = second === "0" && year === "*" ? "" : `${second} `;
  const rule = `${seconds}${minute} ${hour} ${day} ${month} ${week}${year === "*" ? "" : ` ${year}`}`;
  parseCron(rule); // refuses days that never come
  return { rule, timeZone };
}

// The last word is a zone unless it is a part of the event.
function takeZone(words: string[]): string | null {
  const last = words.at(-1) ?? "";
  if (words.length < 2 || !/^[A-Z][\w+/-]*$/i.test(last) || isWeekday(last)) return null;
  words.pop();
  if (!isTimeZone(last)) throw new ProblemError("zone");
  return last;
}

function isWeekday(text: string): boolean {
  const name = text.toLowerCase();
  return weekdays.some((day) => day === name || day.slice(0, 3) === name);
}

// `Mon,Tue 12:00`, and also `Mon, Tue, 12:00`.
function takeWeekdays(parts: string[]): string {
  let text = parts.shift() ?? "";
  while (text.endsWith(",") && /^[a-z]/i.test(parts[0] ?? "")) text += parts.shift();
  return text.replace(/,$/, "");
}

function weekdayField(text: string): string {
  const items = text.split(",").map((item) => {
    const [from = "", to, ...more] = item.split(/\.\.|-/);
    const low = weekdayNumber(from), high = to === undefined ? low : weekdayNumber(to);
    // The week begins on Monday, so that Sunday ends a range.
    if (more.length > 0 || (high || 7) < (low || 7)) throw new ProblemError("invalid");
    return low === high ? String(low) : `${low}-${high || 7}`;
  });
  return items.includes("1-7") ? "*" : items.join(",");
}

function weekdayNumber(text: string): number {
  const name = text.toLowerCase();
  const number = weekdays.findIndex((day) => day === name || day.slice(0, 3) === name);
  if (number < 0) throw new ProblemError("invalid");
  return number;
}

function timeFields(text: string): [hour: string, minute: string, second: string] {
  const [hour = "", minute = "", second = "00", ...more] = text.split(":");
  if (more.length > 0) throw new ProblemError("invalid");
  if (second.includes(".") && !/^[^.]*(\.\.[^.]*)?$/.test(second)) throw new ProblemError("fraction");
  return [field(hour, [0, 23]), field(minute, [0, 59]), field(second, [0, 59])];
}

function dateFields(
  text: string,
  weekdays: string | null,
): [day: string, month: string, week: string, year: string] {
  const [, year = "*", month = "", mark = "-", day = ""] =
    /^(?:([^-~]+)-(?=[^-~]+[-~]))?([^-~]+)([-~])([^-~]+)$/.exec(text) ?? [];
  if (day === "") throw new ProblemError("invalid");
  const years = field(year, [1970, 2099]);
  const months = field(month, [1, 12]);
  const week = weekdays ?? "*";
  // The last of a weekday: `Mon *-*~07/1`, one of the last seven days.
  if (mark === "~" && /^0?(7\/1|1\.\.0?7)$/.test(day)) return ["*", months, lastWeekdays(week), years];
  const days = mark === "~" ? daysFromEnd(day) : field(day, [1, 31]);
  // Cron joins two restricted day fields by "or" unless the plus asks for both.
  return [days, months, week === "*" || days === "*" ? week : `+${week}`, years];
}

// `~01` is the last day of the month.
function daysFromEnd(text: string): string {
  return text.split(",").map((item) => {
    const [, from, to] = /^(\d{1,2})(?:\.\.(\d{1,2}))?$/.exec(item) ?? [];
    const low = Number(from), high = Number(to ?? from);
    if (from === undefined) throw new ProblemError("month_end");
    if (low < 1 || high > 31 || high < low) throw new ProblemError("invalid");
    return Array.from({ length: high - low + 1 }, (_, index) => low + index)
      .map((number) => number === 1 ? "L" : `L-${number - 1}`).join(",");
  }).join(",");
}

function lastWeekdays(week: string): string {
  if (week === "*") throw new ProblemError("month_end");
  return week.split(",").map((item) => `${item}L`).join(",");
}

/** Converts the values of one part: `*`, `5`, `1,3`, `1..5`, `0/15` and their combinations. */
function field(text: string, [min, max]: [number, number]): string {
  if (text === "*") return "*";
  return text.split(",").map((item) => {
    const [, from, to, step] = /^(\d{1,4})(?:\.\.(\d{1,4}))?(?:\/(\d{1,2}))?$/.exec(item) ?? [];
    const low = Number(from), high = Number(to ?? (step === undefined ? from : max)), by = Number(step ?? 1);
    if (from === undefined || low < min || high > max || high < low || by === 0) {
      throw new ProblemError("invalid");
    }
    if (low + by > high) return String(low);
    const range = low === min && high === max ? "*" : `${low}-${high}`;
    return by === 1 ? range : `${range}/${by}`;
  }).join(",");
}
