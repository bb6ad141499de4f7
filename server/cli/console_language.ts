import type { Language } from "../contract/settings.ts";

/** Returns the language of the console, taken from the locale variables in the order of POSIX (XBD 8.2). */
export function consoleLanguage(variables: Record<string, string>): Language {
  const locale = variables["LC_ALL"] || variables["LC_MESSAGES"] || variables["LANG"] || "";
  return locale.toLowerCase().startsWith("zh") ? "zh" : "en";
}
