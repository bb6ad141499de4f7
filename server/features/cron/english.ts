import {
  type DaysOfMonth,
  type DayTimes,
  hourText,
  isZero,
  numbersOf,
  type RuleReading,
  type Values,
  weekdayRange,
  type Weekdays,
  withRanges,
} from "./read_rule.ts";

const months = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];
const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const weeks = ["first", "second", "third", "fourth", "fifth", "last"];

const ordinals = new Intl.PluralRules("en", { type: "ordinal" });

/** Durations are formatted by `Intl`. */
export const english = {
  fields: inFields,
  every: (duration: string) => every(duration),
  everyFrom: (duration: string, time: string) => `${every(duration)}, from ${time} each day`,
  once: (date: string, time: string) => `Once, on ${date} at ${time}`,
  after: (duration: string) => `${duration} after the last run has ended`,
  workday(nth: number, time: string): string {
    const day = nth === -1 ? "last" : nth > 0 ? numeral(nth) : `${numeral(-nth)} to last`;
    return `At ${time}, on the ${day} working day of the month`;
  },
};

function every(duration: string): string {
  return `Every ${duration.replace(/^1 (\w+)$/, "$1")}`;
}

function inFields({ times, ...days }: RuleReading): string {
  const rest = daysIn(days);
  const everyDay = times.kind === "times" && days.daysOfMonth === null && days.weekdays === null;
  return [...timesIn(times), ...everyDay ? ["every day"] : [], ...rest].join(", ");
}

function timesIn(times: DayTimes): string[] {
  if (times.kind === "times") return [`At ${list(times.times)}`];
  const { seconds, minutes, hours } = times;
  const isOnMinute = isZero(seconds);
  const isOnHour = isOnMinute && isZero(minutes);
  if (isOnHour) {
    return hours.kind === "steps"
      ? ["On the hour", ...hoursIn(hours)]
      : ["Every hour", ...hoursIn(hours, "00")];
  }
  if (isOnMinute) return [firstOf(minutes, "minute", "past the hour"), ...hoursIn(hours)];
  const within = minutes.kind === "all" ? [] : [`in ${plural("minute", minutes)} of the hour`];
  return [firstOf(seconds, "second", "past the minute"), ...within, ...hoursIn(hours)];
}

function firstOf(values: Values, unit: string, past: string): string {
  if (values.kind === "all") return `Every ${unit}`;
  if (values.kind !== "steps") {
    const numbers = numbersOf(values);
    return `At ${list(withRanges(numbers))} ${unit}${isOne(numbers) ? "" : "s"} ${past}`;
  }
  const { every, from } = values;
  const start = from === 0 ? "" : `, starting at ${from} ${unit}${from === 1 ? "" : "s"} ${past}`;
  return `Every ${every} ${unit}s${start}`;
}

function hoursIn(hours: Values, end: "00" | "59" = "59"): string[] {
  if (hours.kind === "all") return [];
  if (hours.kind === "range") return [`${hourText(hours.first, "00")}–${hourText(hours.last, end)}`];
  if (hours.kind === "list") {
    const texts = withRanges(hours.values);
    return [`in ${hours.values.length === 1 ? "hour" : "hours"} ${list(texts)}`];
  }
  const { every, from } = hours;
  return [`every ${every} hours`, ...from === 0 ? [] : [`starting at ${hourText(from, "00")}`]];
}

function plural(unit: string, values: Values): string {
  const numbers = numbersOf(values);
  return `${unit}${numbers.length === 1 ? "" : "s"} ${list(withRanges(numbers))}`;
}

function isOne(numbers: readonly number[]): boolean {
  return numbers.length === 1 && numbers[0] === 1;
}

function daysIn({ daysOfMonth, weekdays, months: only, both, years }: Omit<RuleReading, "times">): string[] {
  const month = [
    ...only === null ? [] : [`only in ${list(only.map((one) => months[one - 1]!))}`],
    ...years === null ? [] : [`only in ${list(withRanges(years))}`],
  ];
  const ofMonth = daysOfMonth === null ? null : `on ${daysOfMonthIn(daysOfMonth)}`;
  if (weekdays === null) return [...ofMonth === null ? [] : [ofMonth], ...month];
  if (ofMonth === null) return [onlyOn(weekdays), ...month];
  const range = weekdayRange(weekdays.weekly) !== null && weekdays.monthly.length === 0;
  const either = `or ${range ? "" : "on "}${weekdaysIn(weekdays)}`;
  return [ofMonth, both ? onlyOn(weekdays) : either, ...month];
}

function onlyOn(days: Weekdays): string {
  const text = weekdaysIn(days);
  if (days.monthly.length === 0) return weekdayRange(days.weekly) === null ? `only on ${text}` : text;
  return days.weekly.length === 0 ? `on ${text}` : `only on ${text}`;
}

function daysOfMonthIn({ days, steps, nearest, beforeLast, lastDay, lastWeekday }: DaysOfMonth): string {
  const numbers = withRanges(days);
  const parts = [
    ...days.length === 0 ? [] : [
      steps === null
        ? `${days.length === 1 ? "day" : "days"} ${list(numbers)}`
        : `every ${numeral(steps.every)} day from day ${steps.from}`,
    ],
    ...nearest.length === 0 ? [] : [
      `the ${nearest.length === 1 ? "weekday nearest day" : "weekdays nearest days"} ${
        list(nearest.map(String))
      }`,
    ],
    ...beforeLast.map((days) => `the ${numeral(days + 1)} to last day`),
    ...lastWeekday ? ["the last weekday"] : [],
    ...lastDay ? ["the last day"] : [],
  ];
  return `${list(parts)} of the month`;
}

function weekdaysIn({ weekly, monthly }: Weekdays): string {
  const range = monthly.length === 0 ? weekdayRange(weekly) : null;
  if (range !== null) return range.map((day) => weekdays[day - 1]!.slice(0, 3)).join("–");
  const ofMonth = monthly.map(({ weekday, week }) => `the ${weeks[week - 1]} ${weekdays[weekday - 1]}`);
  const text = list([...weekly.map((day) => weekdays[day - 1]!), ...ofMonth]);
  return monthly.length === 0 ? text : `${text} of the month`;
}

function numeral(number: number): string {
  const suffixes = { one: "st", two: "nd", few: "rd", other: "th" } as Record<Intl.LDMLPluralRule, string>;
  return `${number}${suffixes[ordinals.select(number)]}`;
}

function list(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
