// Reads a description of a rule back, by separate rules for each language: at which times of day, and on which days, does it
// say that something is due?

export interface DescribedTimes {
  /** Seconds since midnight. */
  times: Set<number>;
  isDay(year: number, month: number, day: number): boolean;
}

type IsDay = DescribedTimes["isDay"];

interface Words {
  months: readonly string[];
  /** Sunday first. */
  weekdays: readonly string[];
  weeks: readonly string[];
}

const english: Words = {
  months: "January February March April May June July August September October November December".split(" "),
  weekdays: "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" "),
  weeks: "first second third fourth fifth last".split(" "),
};

const chinese: Words = {
  months: "一 二 三 四 五 六 七 八 九 十 十一 十二".split(" ").map((one) => `${one}月`),
  weekdays: "周日 周一 周二 周三 周四 周五 周六".split(" "),
  weeks: "第一个 第二个 第三个 第四个 第五个 最后一个".split(" "),
};

export function readEnglish(text: string): DescribedTimes {
  const [, rest = text, monthText] = /^(.*), only in ((?:[A-Z][a-z]+(?:, | and )?)+)$/.exec(text) ?? [];
  const [, before = rest, either] = /^(.*), or (?:on )?(.*)$/.exec(rest) ?? [];
  const [, timeText = before, ofMonth] = /^(.*?), on ([^F-W]* of the month)(?=$|, )/.exec(before) ?? [];
  const weekText = either ?? weekPart.exec(before)?.[0];
  return {
    times: timesIn(timeText, {
      listed: /^At (\d\d:[^a-z]*(?:and [^a-z]*)?)/,
      second: [
        /^Every(?: (\d+))? seconds?/,
        /starting at (\d+) seconds? past/,
        /^At ([\d–, and]+) seconds? past/,
      ],
      minute: [
        /^Every(?: (\d+))? minutes?/,
        /starting at (\d+) minutes? past/,
        /^At ([\d–, and]+) minutes? past/,
      ],
      within: /in minutes? ([\d–, and]+) of/,
      hourly: /^(On the hour|Every hour)/,
      hours: [/every (\d+) hours/, /starting at (\d\d):00/, /in hours? ([\d–, and]+)/],
    }),
    isDay: daysIn({
      months: monthText === undefined
        ? null
        : monthText.split(/, | and /).map((one) => english.months.indexOf(one) + 1),
      ofMonth: ofMonth === undefined ? null : dayOfMonth(ofMonth, {
        steps: /every (\d+)\w\w day from day (\d+)/,
        nearest: /the weekdays? nearest days? (\d+(?:(?:, | and )\d+)*)/,
        lastWeekday: /the last weekday/,
        lastDay: /the last day/,
        isEveryFirst: true,
      }),
      ofWeek: weekText === undefined ? null : dayOfWeek(weekText, english),
      either: either !== undefined,
    }),
  };
}

const weekPart =
  /(?<=, )(?:only on .*|on the (?:first|second|third|fourth|fifth|last) [F-W].*|[A-Z][a-z]{2}–[A-Z][a-z]{2})$/;

export function readChinese(text: string): DescribedTimes {
  const [, dateBefore, listed] = /^(.*?) (\d\d:\d\d[\d:、和 ]*)$/.exec(text) ?? [];
  const clauses = text.split("，");
  const dateWord = /周|号|月|最后一/;
  const date = (listed === undefined ? clauses.find((clause) => dateWord.test(clause)) : dateBefore) ?? "";
  const timeText = listed === undefined
    ? clauses.filter((clause) => !dateWord.test(clause)).join("，")
    : `在 ${listed}`;
  const [head = "", mark, tail] = date.split(/(且为|或)/);
  const months = [...head.matchAll(/十?[一二三四五六七八九十]月/g)].map(([one]) =>
    chinese.months.indexOf(one) + 1
  );
  const days = head.replaceAll(/十?[一二三四五六七八九十]月/g, "").replace(/^每月/, "");
  const hasDays = /号|最后一天|最后一个工作日/.test(days);
  const week = mark === undefined ? (/周/.test(days) ? days : undefined) : tail;
  return {
    times: timesIn(timeText, {
      listed: /^在 (.*)$/,
      second: [/^每(?: (\d+) )?秒/, /从第 (\d+) 秒开始/, /^每分钟的第 ([\d–、和 ]+) 秒/],
      minute: [
        /^每(?: (\d+) )?分钟(?!的)/,
        /从第 (\d+) 分钟开始/,
        /^每(?: \d+ )?小时的第 ([\d–、和 ]+) 分钟/,
      ],
      within: /第 ([\d–、和 ]+) 分钟内/,
      hourly: /^每(?: \d+ )?小时(?:的整点|，|$)/,
      hours: [/每 (\d+) 小时/, /从 (\d\d):00 开始/, /([\d–、和 ]+) 点/],
    }),
    isDay: daysIn({
      months: months.length === 0 ? null : months,
      ofMonth: !hasDays ? null : dayOfMonth(days, {
        steps: /每 (\d+) 天/,
        nearest: /最接近 ([\d 号、和]+)的工作日/,
        lastWeekday: /最后一个工作日/,
        lastDay: /最后一天/,
        isEveryFirst: false,
      }),
      ofWeek: week === undefined ? null : dayOfWeek(week, chinese),
      either: mark === "或",
    }),
  };
}

interface TimeForms {
  listed: RegExp;
  second: [every: RegExp, from: RegExp, list: RegExp];
  minute: [every: RegExp, from: RegExp, list: RegExp];
  within: RegExp;
  hourly: RegExp;
  hours: [every: RegExp, from: RegExp, list: RegExp];
}

function timesIn(text: string, forms: TimeForms): Set<number> {
  const listed = forms.listed.exec(text)?.[1];
  if (listed !== undefined) {
    return new Set(
      [...listed.matchAll(/(\d\d):(\d\d)(?::(\d\d))?/g)].map(([, hour, minute, second]) =>
        Number(hour) * 3600 + Number(minute) * 60 + Number(second ?? 0)
      ),
    );
  }
  const seconds = fieldIn(text, forms.second, 60);
  const minutes = seconds === null
    ? fieldIn(text, forms.minute, 60)
    : numbersIn(forms.within.exec(text)?.[1]);
  if (seconds === null && minutes === null && !forms.hourly.test(text)) {
    throw new Error(`cannot read ${text}`);
  }
  const [, from, to] = /(\d\d):00–(\d\d):(?:00|59)/.exec(text) ?? [];
  const hours = from !== undefined ? range(Number(from), Number(to), 1) : fieldIn(text, forms.hours, 24);
  const times = new Set<number>();
  for (const hour of hours ?? range(0, 23, 1)) {
    for (const minute of minutes ?? (seconds === null ? [0] : range(0, 59, 1))) {
      for (const second of seconds ?? [0]) times.add(hour * 3600 + minute * 60 + second);
    }
  }
  return times;
}

function fieldIn(text: string, [every, from, list]: readonly RegExp[], size: number): number[] | null {
  const listed = list!.exec(text)?.[1];
  if (listed !== undefined) return numbersIn(listed);
  const step = every!.exec(text);
  if (step === null) return null;
  const by = Number(step[1] ?? 1), start = Number(from!.exec(text)?.[1] ?? 0);
  // What comes "every" so often comes so also over the end of a round.
  if (size % by !== 0) throw new Error(`${text} is not even`);
  return range(start, size - 1, by);
}

function numbersIn(text: string | undefined): number[] | null {
  if (text === undefined) return null;
  return [...text.matchAll(/(\d+)(?:–(\d+))?/g)].flatMap(([, low, high]) =>
    range(Number(low), Number(high ?? low), 1)
  );
}

function range(from: number, to: number, by: number): number[] {
  const values = [];
  for (let value = from; value <= to; value += by) values.push(value);
  return values;
}

interface DescribedDays {
  months: number[] | null;
  ofMonth: IsDay | null;
  ofWeek: IsDay | null;
  either: boolean;
}

function daysIn({ months, ofMonth, ofWeek, either }: DescribedDays): IsDay {
  return (year, month, day) => {
    if (months !== null && !months.includes(month)) return false;
    const fits = [ofMonth, ofWeek].filter((one) => one !== null).map((one) => one(year, month, day));
    return either ? fits.some(Boolean) : fits.every(Boolean);
  };
}

function dayOfMonth(
  text: string,
  forms: { steps: RegExp; nearest: RegExp; lastWeekday: RegExp; lastDay: RegExp; isEveryFirst: boolean },
): IsDay {
  const steps = forms.steps.exec(text);
  const [by, start] = steps === null
    ? []
    : forms.isEveryFirst
    ? [Number(steps[1]), Number(steps[2])]
    : [Number(steps[1]), Number(/从 (\d+) 号起/.exec(text)?.[1])];
  const nearest = numbersIn(forms.nearest.exec(text)?.[1]) ?? [];
  const rest = [forms.steps, forms.nearest, /从 \d+ 号起/].reduce(
    (left, form) => left.replace(form, ""),
    text,
  );
  const days = numbersIn(rest) ?? [];
  return (year, month, day) => {
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
    return days.includes(day) || (by !== undefined && day >= start! && (day - start!) % by === 0) ||
      nearest.some((one) => one <= last && day === nearestWeekday(year, month, one, last)) ||
      (forms.lastDay.test(text) && day === last) ||
      (forms.lastWeekday.test(text) && day === nearestWeekday(year, month, last, last));
  };
}

function weekdayOf(year: number, month: number, day: number): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}

function nearestWeekday(year: number, month: number, day: number, last: number): number {
  const weekday = weekdayOf(year, month, day);
  if (weekday === 6) return day === 1 ? 3 : day - 1;
  if (weekday === 0) return day === last ? day - 2 : day + 1;
  return day;
}

function dayOfWeek(text: string, { weekdays, weeks }: Words): IsDay {
  const short = weekdays.map((name) => /^[A-Z]/.test(name) ? name.slice(0, 3) : name);
  const [, first, last] = /(\w{3}|周.)[–至](\w{3}|周.)/.exec(text) ?? [];
  if (first !== undefined && last !== undefined) {
    const [from, to] = [short.indexOf(first), short.indexOf(last)];
    return (year, month, day) => (weekdayOf(year, month, day) - from + 7) % 7 <= (to - from + 7) % 7;
  }
  const monthly = new RegExp(`(${weeks.join("|")}) ?(${weekdays.join("|")})`, "g");
  const certain = [...text.matchAll(monthly)].map(([, week, name]) => ({
    week: weeks.indexOf(week!) + 1,
    weekday: weekdays.indexOf(name!),
  }));
  const rest = text.replaceAll(monthly, "");
  const weekly = weekdays.flatMap((name, index) => rest.includes(name) ? [index] : []);
  return (year, month, day) => {
    const weekday = weekdayOf(year, month, day);
    const isLast = day + 7 > new Date(Date.UTC(year, month, 0)).getUTCDate();
    return weekly.includes(weekday) ||
      certain.some((one) =>
        one.weekday === weekday && (one.week === 6 ? isLast : one.week === Math.ceil(day / 7))
      );
  };
}
