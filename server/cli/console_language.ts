import type { Language } from "../contract/settings.ts";

/** Chooses the language of the console from the locale variables, in the order POSIX gives them (XBD 8.2). */
export function consoleLanguage(variables: Record<string, string>): Language {
  const locale = variables["LC_ALL"] || variables["LC_MESSAGES"] || variables["LANG"] || "";
  return locale.toLowerCase().startsWith("zh") ? "zh" : "en";
}
