// What the fields of a rule mean, in the terms that the words of both languages use.
import type { PatternFields } from "../../contract/cron/pattern.ts";

/** Values at an even distance in each round: every 15 minutes from :05 are `{ every: 15, from: 5 }`. */
interface Steps {
  every: number;
  from: number;
}

/** Values of a field: all, at even distances, or one after the other, of which `first` and `last` are a range. */
export type Values =
  | { kind: "all" }
  | ({ kind: "steps" } & Steps)
  | { kind: "range"; first: number; last: number }
  | { kind: "list"; values: number[] };

/** When in a day a rule is due. */
export type DayTimes =
  | { kind: "times"; times: string[] }
  | { kind: "fields"; seconds: Values; minutes: Values; hours: Values };

export interface DaysOfMonth {
  days: number[];
  /** Days at an even distance up to the end of the month; null otherwise. */
  steps: Steps | null;
  nearest: number[];
  /** Days counted back from the last one, which is 0. */
  beforeLast: number[];
  lastDay: boolean;
  lastWeekday: boolean;
}

export interface Weekdays {
  /** Every week: Monday is 1, Sunday is 7. Ascending. */
  weekly: number[];
  /** Certain weeks of the month; the last one is 6. */
  monthly: { weekday: number; week: number }[];
}

export interface RuleReading {
  times: DayTimes;
  /** Null where every month counts. */
  months: number[] | null;
  daysOfMonth: DaysOfMonth | null;
  weekdays: Weekdays | null;
  /** Whether both kinds of days have to match. */
  both: boolean;
  /** Null where every year counts. */
  years: readonly number[] | null;
}

const MAX_TIMES = 6;
const MIN_RANGE = 4;

export function readRule(fields: PatternFields): RuleReading {
  const { months, both, years } = fields;
  const days = fields.anyDay ? null : daysOfMonth(fields);
  const weekdays = fields.anyWeekday ? null : weekdaysOf(fields);
  const isEveryDay = days?.days.length === 31, isEveryWeekday = weekdays?.weekly.length === 7;
  // One that holds every day decides alone where one is enough, and says nothing where both have to match.
  const isFree = !both && days !== null && weekdays !== null && (isEveryDay || isEveryWeekday);
  return {
    times: timesOf(fields),
    months: months.length === 12 ? null : months,
    daysOfMonth: isFree || isEveryDay ? null : days,
    weekdays: isFree || isEveryWeekday ? null : weekdays,
    both,
    years,
  };
}

function timesOf(fields: PatternFields): DayTimes {
  const [seconds, minutes, hours] = [
    valuesOf(fields.seconds, 60),
    valuesOf(fields.minutes, 60),
    valuesOf(fields.hours, 24),
  ];
  const count = fields.seconds.length * fields.minutes.length * fields.hours.length;
  const isHourly = isZero(seconds) && isZero(minutes);
  const isRegular = hours.kind === "range" ||
    (hours.kind === "steps" && hours.from === 0 && hours.every < 12);
  const isListed = isHourly
    ? !isRegular && (count <= MAX_TIMES || hours.kind === "list")
    : count <= MAX_TIMES;
  return isListed && hours.kind !== "all"
    ? { kind: "times", times: listTimes(fields) }
    : { kind: "fields", seconds, minutes, hours };
}

function listTimes({ seconds, minutes, hours }: PatternFields): string[] {
  const hasSeconds = seconds.some((second) => second !== 0);
  return hours.flatMap((hour) =>
    minutes.flatMap((minute) =>
      seconds.map((second) => [hour, minute, ...hasSeconds ? [second] : []].map(two).join(":"))
    )
  );
}

function valuesOf(values: number[], size: number): Values {
  if (values.length === size) return { kind: "all" };
  const steps = stepsIn(values, size);
  if (steps !== null) return { kind: "steps", ...steps };
  const [first = 0, last = 0] = [values[0], values.at(-1)];
  const isRange = values.length >= MIN_RANGE && last - first === values.length - 1;
  return isRange ? { kind: "range", first, last } : { kind: "list", values };
}

// Only where the last value is as far from the first of the next round: `*/45` is due at :00 and :45, not every 45 minutes.
function stepsIn(values: readonly number[], size: number): Steps | null {
  const [from = 0, second] = values;
  if (second === undefined) return null;
  const every = second - from;
  const isEven = from < every && values.length * every === size &&
    values.every((value, index) => value === from + index * every);
  return isEven ? { every, from } : null;
}

function daysOfMonth(
  { days, nearest, beforeLast, lastDay, lastWeekday }: PatternFields,
): DaysOfMonth {
  const [from = 1, second = from] = days;
  const every = second - from;
  const isEven = every > 1 && days.length > 4 && days.at(-1)! + every > 31 &&
    days.every((day, index) => day === from + index * every);
  return { days, steps: isEven ? { every, from } : null, nearest, beforeLast, lastDay, lastWeekday };
}

const ALL_WEEKS = 63;

function weekdaysOf({ weekdays }: PatternFields): Weekdays {
  const marked = weekdays.map((weeks, index) => ({ weekday: index === 0 ? 7 : index, weeks }))
    .filter(({ weeks }) => weeks > 0).sort((a, b) => a.weekday - b.weekday);
  return {
    weekly: marked.filter(({ weeks }) => weeks === ALL_WEEKS).map(({ weekday }) => weekday),
    monthly: marked.filter(({ weeks }) => weeks !== ALL_WEEKS).flatMap(({ weekday, weeks }) =>
      [1, 2, 3, 4, 5, 6].filter((week) => (weeks & (1 << (week - 1))) !== 0).map((week) => ({
        weekday,
        week,
      }))
    ),
  };
}

export function isZero(values: Values): boolean {
  return values.kind === "list" && values.values.length === 1 && values.values[0] === 0;
}

/** Returns the minutes or seconds of a field; none for all. */
export function numbersOf(values: Values): number[] {
  if (values.kind === "list") return values.values;
  if (values.kind === "all") return [];
  const [from, to, by] = values.kind === "range"
    ? [values.first, values.last, 1]
    : [values.from, 59, values.every];
  return Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, index) => from + index * by);
}

/** Returns the first and the last of weekdays that follow each other, also over the end of the week; null otherwise. */
export function weekdayRange(weekly: readonly number[]): [first: number, last: number] | null {
  if (weekly.length < 3 || weekly.length > 6) return null;
  const starts = weekly.filter((day) => !weekly.includes(day === 1 ? 7 : day - 1));
  const [first] = starts;
  return starts.length === 1 && first !== undefined ? [first, (first + weekly.length - 2) % 7 + 1] : null;
}

/** Returns numbers with runs of at least four as ranges: `0–10`, `15`. */
export function withRanges(values: readonly number[]): string[] {
  const parts: string[] = [];
  for (let start = 0, end = 0; start < values.length; start = end) {
    end = start + 1;
    while (end < values.length && values[end]! - values[start]! === end - start) end++;
    const run = values.slice(start, end);
    parts.push(...run.length >= MIN_RANGE ? [`${run[0]}–${run.at(-1)}`] : run.map(String));
  }
  return parts;
}

/** Returns the time at which an hour begins, and at which it ends. */
export function hourText(hour: number, minutes: "00" | "59"): string {
  return `${two(hour)}:${minutes}`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
