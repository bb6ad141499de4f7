// Rules that can be put together from a few choices, and read back.

/** What a rule says; `cron` for one that only its expression can say. */
export type RuleKind =
  | "interval"
  | "daily"
  | "workdays"
  | "weekly"
  | "monthly"
  | "nthWorkday"
  | "once"
  | "after"
  | "cron";

export type IntervalUnit = "s" | "m" | "h";

/** The choices of all kinds, so that a change of the kind keeps what other kinds share with it. */
export interface RuleWords {
  kind: RuleKind;
  /** Length of an interval or a delay; null while it is not entered. */
  count: number | null;
  unit: IntervalUnit;
  /** Time of day from which an interval counts, `08:00`; empty for none. */
  start: string;
  /** Time of day, `07:30`; empty while it is not entered. */
  time: string;
  /** 1 is Monday, 7 Sunday. */
  weekdays: readonly number[];
  /** Day of the month; -1 is the last. */
  monthDay: number;
  /** Working day of the month; -1 is the last. */
  workday: number;
  /** Day and time without a zone, `2026-12-24T03:00`; empty while it is not entered. */
  moment: string;
}

export const firstWords: RuleWords = {
  ...{ kind: "daily", count: 15, unit: "m", start: "", time: "" },
  ...{ weekdays: [1], monthDay: 1, workday: -1, moment: "" },
};

const unitsInNext: Record<IntervalUnit, number> = { s: 60, m: 60, h: 24 };

/** Returns the rule of some choices; empty while one is missing. */
export function ruleOf(words: RuleWords): string {
  const { kind, count, unit, start, weekdays, monthDay, workday, moment } = words;
  const time = /^(\d{2}):(\d{2})$/.exec(words.time);
  const clock = time ? `${Number(time[2])} ${Number(time[1])}` : null;
  const at = (days: string) => clock === null ? "" : `${clock} ${days}`;
  switch (kind) {
    case "interval":
      return count === null || count < 1 ? "" : intervalRule(count, unit, start);
    case "daily":
      return at("* * *");
    case "workdays":
      return at("* * 1-5");
    case "weekly":
      return weekdays.length === 0 ? "" : at(`* * ${writeWeekdays(weekdays)}`);
    case "monthly":
      return at(`${monthDay === -1 ? "L" : monthDay} * *`);
    case "nthWorkday":
      return words.time === "" ? "" : `@workday ${workday === -1 ? "last" : workday} ${words.time}`;
    case "once":
      return moment === "" ? "" : `@once ${moment.replace("T", " ")}`;
    case "after":
      return count === null || count < 1 ? "" : `@after ${count}${unit}`;
    case "cron":
      return "";
  }
}

function intervalRule(count: number, unit: IntervalUnit, start: string): string {
  if (start !== "") return `@every ${count}${unit} from ${start}`;
  const whole = unitsInNext[unit];
  if (count >= whole || whole % count !== 0) return `@every ${count}${unit}`;
  const step = count === 1 ? "*" : `*/${count}`;
  return { s: `${step} * * * * *`, m: `${step} * * * *`, h: `0 ${step} * * *` }[unit];
}

// Days in a row as a range, as a person would write them.
function writeWeekdays(weekdays: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const day of weekdays.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && run[1] === day - 1) run[1] = day;
    else runs.push([day, day]);
  }
  return runs.flatMap(([first, last]) => {
    if (first === last) return [`${first}`];
    return last === first + 1 ? [`${first}`, `${last}`] : [`${first}-${last}`];
  }).join(",");
}

/** Returns the choices of a rule; null for one that only its expression can say. */
export function wordsOf(rule: string): RuleWords | null {
  const text = rule.trim().replace(/\s+/g, " ");
  return text.startsWith("@")
    ? readNamed(text)
    : readInterval(text) ?? readDays(text.replace(/^0 (?=(?:\S+ ){4}\S+$)/, ""));
}

function readNamed(text: string): RuleWords | null {
  const every = /^@(every|after) (\d{1,6})([smh])(?: from (\d{2}:\d{2}))?$/i.exec(text);
  if (every) {
    const [, name = "", count, unit = "", start = ""] = every;
    const kind = name.toLowerCase() === "after" ? "after" : "interval";
    if (kind === "after" && start !== "") return null;
    // One of the three, by the expression.
    return { ...firstWords, kind, count: Number(count), unit: unit.toLowerCase() as IntervalUnit, start };
  }
  const workday = /^@workday (last|\d{1,2}) (\d{2}:\d{2})$/i.exec(text);
  if (workday) {
    const [, nth = "", time = ""] = workday;
    const number = nth.toLowerCase() === "last" ? -1 : Number(nth);
    return number <= MAX_WORKDAY && number !== 0
      ? { ...firstWords, kind: "nthWorkday", workday: number, time }
      : null;
  }
  const once = /^@once (\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)$/i.exec(text);
  return once && { ...firstWords, kind: "once", moment: `${once[1]}T${once[2]}` };
}

/** Working days of a month that can be selected. */
export const MAX_WORKDAY = 23;

function readInterval(text: string): RuleWords | null {
  const interval = (unit: IntervalUnit, step: string | undefined): RuleWords | null => {
    const count = step === undefined ? 1 : Number(step);
    // Other steps begin anew with the next hour, minute or day.
    return count > 0 && unitsInNext[unit] % count === 0
      ? { ...firstWords, kind: "interval", count, unit }
      : null;
  };
  const seconds = /^\*(?:\/(\d{1,2}))? \* \* \* \* \*$/.exec(text);
  if (seconds) return interval("s", seconds[1]);
  const minutes = /^(?:0 )?\*(?:\/(\d{1,2}))? \* \* \* \*$/.exec(text);
  if (minutes) return interval("m", minutes[1]);
  const hours = /^(?:0 )?0 \*(?:\/(\d{1,2}))? \* \* \*$/.exec(text);
  return hours && interval("h", hours[1]);
}

function readDays(text: string): RuleWords | null {
  const parts = /^(\d{1,2}) (\d{1,2}) (\*|L|\d{1,2}) \* (\*|[0-7](?:[-,][0-7])*)$/.exec(text);
  if (!parts) return null;
  const [, minute = "", hour = "", day = "", week = ""] = parts;
  if (Number(minute) > 59 || Number(hour) > 23) return null;
  const words = { ...firstWords, time: `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}` };
  if (day !== "*") {
    const monthDay = day === "L" ? -1 : Number(day);
    return week === "*" && monthDay !== 0 && monthDay <= 31 ? { ...words, kind: "monthly", monthDay } : null;
  }
  if (week === "*") return words;
  const weekdays = readWeekdays(week);
  if (weekdays === null) return null;
  return { ...words, kind: writeWeekdays(weekdays) === "1-5" ? "workdays" : "weekly", weekdays };
}

function readWeekdays(text: string): number[] | null {
  const days = new Set<number>();
  for (const part of text.split(",")) {
    const [first = 0, last = first, ...more] = part.split("-").map(Number);
    if (more.length > 0 || last < first) return null;
    for (let day = first; day <= last; day++) days.add(day === 0 ? 7 : day);
  }
  return [...days].sort((a, b) => a - b);
}
