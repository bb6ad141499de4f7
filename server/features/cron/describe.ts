import type { CronRule } from "../../contract/cron/expression.ts";
import { Pattern } from "../../contract/cron/pattern.ts";
import { timeOfDayText } from "../../contract/cron/zone.ts";
import type { Language } from "../../contract/settings.ts";
import { chinese } from "./chinese.ts";
import { english } from "./english.ts";
import { readRule } from "./read_rule.ts";

const words = { en: english, zh: chinese };

/** Describes in words when a rule is due, by the same reading of it as the planner's. */
export function describeCron(rule: CronRule, language: Language): string {
  const text = words[language];
  switch (rule.kind) {
    case "cron":
      return text.fields(readRule(new Pattern(rule.expression, rule.years).fields));
    case "every":
      return text.every(durationText(rule.periodMs, language));
    case "daily":
      return text.everyFrom(durationText(rule.periodMs, language), timeOfDayText(rule.from));
    case "once":
      return text.once(dateText(rule.at, language), timeOfDayText(rule.at));
    case "after":
      return text.after(durationText(rule.delayMs, language));
    case "workday":
      return text.workday(rule.nth, timeOfDayText(rule.time));
  }
}

function durationText(ms: number, language: Language): string {
  const seconds = ms / 1000;
  return new Intl.DurationFormat(language, { style: "long" }).format({
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  });
}

/** `at` is a local time. */
function dateText(at: number, language: Language): string {
  return new Intl.DateTimeFormat(language === "zh" ? "zh-CN" : "en-GB", {
    ...{ year: "numeric", month: "long", day: "numeric", timeZone: "UTC" },
  }).format(at * 1000);
}
