// The name of the notification rule that comes with the first channel. It is stored in the language of whoever added that
// channel, and shown in the reader's until somebody renames the rule.
import type { Language } from "../settings.ts";

const names: Record<Language, string> = { en: "Failures", zh: "异常通知" };

export function defaultRuleName(language: Language): string {
  return names[language];
}

/** Returns the name of a rule as a reader of a language sees it. */
export function localRuleName(name: string, language: Language): string {
  return Object.values(names).includes(name) ? names[language] : name;
}
