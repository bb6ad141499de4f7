import type { CronRule } from "../../contract/cron/expression.ts";
import { Pattern } from "../../contract/cron/pattern.ts";
import type { Language } from "../../contract/settings.ts";
import { everyInChinese, inChinese } from "./chinese.ts";
import { inEnglish } from "./english.ts";
import { readRule } from "./read_rule.ts";

/** Describes in words when a rule is due, by the same reading of it as the planner's. */
export function describeCron(rule: CronRule, language: Language): string {
  if (rule.kind === "every") return describePeriod(rule.periodMs, language);
  const reading = readRule(new Pattern(rule.expression).fields);
  return language === "zh" ? inChinese(reading) : inEnglish(reading);
}

function describePeriod(periodMs: number, language: Language): string {
  const seconds = periodMs / 1000;
  const duration = new Intl.DurationFormat(language, { style: "long" }).format({
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  });
  return language === "en" ? `Every ${duration.replace(/^1 (\w+)$/, "$1")}` : everyInChinese(duration);
}
