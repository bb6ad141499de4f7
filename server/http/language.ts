import { parseAccept } from "hono/utils/accept";
import { type Language, languages } from "../contract/settings.ts";

/**
 * Returns the language of a response: the session's, else the browser's, else English for a program that names
 * none.
 */
export function pickLanguage(ofSession: Language | null, acceptLanguage: string | null): Language {
  return ofSession ?? browserLanguage(acceptLanguage) ?? "en";
}

/** Returns the language a browser prefers: Chinese when it names neither English nor Chinese, undefined when it names none. */
export function browserLanguage(acceptLanguage: string | null): Language | undefined {
  const wanted = parseAccept(acceptLanguage ?? "").filter((one) => one.q > 0);
  const tags = wanted.map((one) => one.type.trim().toLowerCase().split("-")[0] ?? "")
    .filter((tag) => /^[a-z]{2,8}$/.test(tag));
  const known = tags.map((tag) => languages.find((language) => language === tag)).find(Boolean);
  return known ?? (tags.length > 0 ? "zh" : undefined);
}
