import type { CronRule } from "../../contract/cron/expression.ts";
import type { Language } from "../../contract/settings.ts";

const locales = { en: "en", zh: "zh_CN" } as const satisfies Record<Language, string>;

/**
 * Describes in words when a rule is due. A rule without a description, such as a list of nearest weekdays, is
 * returned as typed.
 */
export async function describeCron(rule: CronRule, language: Language): Promise<string> {
  return rule.kind === "every"
    ? await describePeriod(rule.periodMs, language)
    : await describeExpression(rule, language);
}

async function describeExpression(rule: CronRule & { kind: "cron" }, language: Language): Promise<string> {
  // Loaded on first use, because most runs of the panel never need it.
  const { default: cronstrue } = await import("cronstrue");
  await import("cronstrue/locales/zh_CN.js");
  const { tidyChinese } = await import("./chinese.ts");
  const both = rule.expression.includes("+");
  const expression = joinRows(inWeekOrder(joinRows(rule.expression.replace("+", ""))));
  try {
    const text = cronstrue.toString(expression, {
      locale: locales[language],
      use24HourTimeFormat: true, // like every other time in the panel
      verbose: isAtFixedTimes(expression),
      logicalAndDayFields: both,
      throwExceptionOnParseError: true,
    });
    return language === "zh" ? tidyChinese(text) : tidyEnglish(text, both);
  } catch {
    return rule.source.trim();
  }
}

/** Writes fields such as `6,7,8,9` as ranges, because nobody reads a list of twelve times. */
function joinRows(expression: string): string {
  return expression.replace(/(?<=^| )\d+(?:,\d+){3,}(?= |$)/g, (list) => {
    const numbers = list.split(",").map(Number);
    const [first = 0] = numbers;
    return numbers.every((number, index) => number === first + index) ? `${first}-${numbers.at(-1)}` : list;
  });
}

/** Moves Sunday to the end of a list of weekdays, as 7: it is read as "Saturday and Sunday". */
function inWeekOrder(expression: string): string {
  const start = expression.lastIndexOf(" ") + 1;
  const days = expression.slice(start).split(",");
  if (start === 0 || days.length < 2 || !days.includes("0")) return expression;
  return expression.slice(0, start) + [...days.filter((day) => day !== "0"), "7"].join();
}

/** cronstrue says "and" even if either day matches, and spells out ranges, which then do not fit a column. */
function tidyEnglish(text: string, both: boolean): string {
  const days = text.replace("on day the last day", "on the last day")
    .replaceAll(/between (\d\d:\d\d) and (\d\d:\d\d)/g, "$1–$2")
    .replaceAll(/\b(\w{3})\w{0,3}day through (\w{3})\w{0,3}day\b/g, "$1–$2");
  return both ? days : days.replace("of the month, and on ", "of the month, or on ");
}

/** Returns whether "every day" is worth adding; after "every 5 minutes" it is not. */
function isAtFixedTimes(expression: string): boolean {
  return !/[*/-]/.test(expression.split(" ").slice(0, 3).join());
}

async function describePeriod(periodMs: number, language: Language): Promise<string> {
  const seconds = periodMs / 1000;
  const duration = new Intl.DurationFormat(language, { style: "long" }).format({
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  });
  if (language === "en") return `Every ${duration.replace(/^1 (\w+)$/, "$1")}`;
  const { everyInChinese } = await import("./chinese.ts");
  return everyInChinese(duration);
}
