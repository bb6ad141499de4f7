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

const digits = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"];
const weekdays = ["周一", "周二", "周三", "周四", "周五", "周六", "周日"];
const weeks = ["第一个", "第二个", "第三个", "第四个", "第五个", "最后一个"];

/** Durations are formatted by `Intl`, without spaces. */
export const chinese = {
  fields: inFields,
  every: (duration: string) => every(duration),
  everyFrom: (duration: string, time: string) => `每天从 ${time} 起${every(duration)}`,
  once: (date: string, time: string) => `仅一次，${date} ${time}`,
  after: (duration: string) => `上次运行结束 ${spaced(duration)}后`,
  workday: (nth: number, time: string) =>
    nth === -1
      ? `每月最后一个工作日 ${time}`
      : `每月${nth > 0 ? "第" : "倒数第"} ${Math.abs(nth)} 个工作日 ${time}`,
};

function every(duration: string): string {
  return `每 ${spaced(duration)}`.replace(/^每 1 (\D+)$/, "每$1");
}

function spaced(duration: string): string {
  return duration.replaceAll(/(?<=\D)(?=\d)|(?<=\d)(?=\D)/g, " ");
}

// The date before the time, and both before what repeats.
function inFields({ times, ...days }: RuleReading): string {
  const date = yearsIn(days.years, dateIn(days));
  if (times.kind === "times") return `${date ?? "每天"} ${list(times.times)}`;
  return [...timesIn(times), ...date === null ? [] : [date]].join("，");
}

function timesIn({ seconds, minutes, hours }: DayTimes & { kind: "fields" }): string[] {
  const isOnMinute = isZero(seconds);
  if (isOnMinute && isZero(minutes)) {
    return hours.kind === "steps"
      ? [`${everyHours(hours)}的整点`, ...startIn(hours)]
      : ["每小时", ...hoursIn(hours, "00")];
  }
  if (!isOnMinute) {
    const within = minutes.kind === "all" ? [] : [`第 ${list(withRanges(numbersOf(minutes)))} 分钟内`];
    return [firstOf(seconds, "秒", "每分钟"), ...within, ...hoursIn(hours)];
  }
  const isOne = minutes.kind === "list" || minutes.kind === "range";
  if (isOne && hours.kind === "steps") {
    return [firstOf(minutes, "分钟", everyHours(hours)), ...startIn(hours)];
  }
  return [firstOf(minutes, "分钟", "每小时"), ...hoursIn(hours)];
}

function firstOf(values: Values, unit: string, of: string): string {
  if (values.kind === "all") return `每${unit}`;
  if (values.kind !== "steps") return `${of}的第 ${list(withRanges(numbersOf(values)))} ${unit}`;
  const start = values.from === 0 ? "" : `，从第 ${values.from} ${unit}开始`;
  return `每 ${values.every} ${unit}${start}`;
}

function hoursIn(hours: Values, end: "00" | "59" = "59"): string[] {
  if (hours.kind === "all") return [];
  if (hours.kind === "range") return [`${hourText(hours.first, "00")}–${hourText(hours.last, end)}`];
  if (hours.kind === "list") return [`${list(withRanges(hours.values))} 点`];
  return [everyHours(hours), ...startIn(hours)];
}

function everyHours({ every }: Values & { kind: "steps" }): string {
  return `每 ${every} 小时`;
}

function startIn({ from }: Values & { kind: "steps" }): string[] {
  return from === 0 ? [] : [`从 ${hourText(from, "00")} 开始`];
}

function yearsIn(years: readonly number[] | null, date: string | null): string | null {
  if (years === null) return date;
  return `${list(withRanges(years).map((one) => `${one} 年`))}${date ?? "每天"}`;
}

/** Returns the days of a rule; null for every day. */
function dateIn(
  { months, daysOfMonth, weekdays, both }: Omit<RuleReading, "times" | "years">,
): string | null {
  const month = months === null ? null : list(months.map((one) => `${digits[one - 1]}月`));
  const ofMonth = daysOfMonth === null ? null : daysOfMonthIn(daysOfMonth);
  const ofWeek = weekdays === null ? null : weekdaysIn(weekdays);
  if (ofMonth === null && ofWeek === null) return month === null ? null : `${month}每天`;
  if (ofMonth === null) {
    const isMonthly = weekdays !== null && weekdays.monthly.length > 0;
    if (month !== null) return `${month}的${ofWeek}`;
    return isMonthly ? `每月${ofWeek}` : ofWeek;
  }
  const days = `${month ?? "每月"}${/^\d/.test(ofMonth) ? " " : month === null ? "" : "的"}${ofMonth}`;
  return ofWeek === null ? days : `${days}${both ? "且为" : "或"}${ofWeek}`;
}

function daysOfMonthIn({ days, steps, nearest, beforeLast, lastDay, lastWeekday }: DaysOfMonth): string {
  const parts = [
    ...steps === null
      ? withRanges(days).map((day) => `${day} 号`)
      : [`从 ${steps.from} 号起每 ${steps.every} 天`],
    ...nearest.length === 0 ? [] : [`最接近 ${list(nearest.map((day) => `${day} 号`))}的工作日`],
    ...beforeLast.map((days) => `倒数第 ${days + 1} 天`),
    ...lastWeekday ? ["最后一个工作日"] : [],
    ...lastDay ? ["最后一天"] : [],
  ];
  return list(parts);
}

function weekdaysIn({ weekly, monthly }: Weekdays): string {
  const range = monthly.length === 0 ? weekdayRange(weekly) : null;
  if (range !== null) return range.map((day) => weekdays[day - 1]).join("至");
  const ofMonth = monthly.map(({ weekday, week }) => `${weeks[week - 1]}${weekdays[weekday - 1]}`);
  return list([...weekly.map((day) => weekdays[day - 1]!), ...ofMonth]);
}

function list(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join();
  const [head, last = ""] = [parts.slice(0, -1).join("、"), parts.at(-1)];
  const before = /[\d号]$/.test(head) && /\d$/.test(head) ? " " : "";
  return `${head}${before}和${/^\d/.test(last) ? " " : ""}${last}`;
}
