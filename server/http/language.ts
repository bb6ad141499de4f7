import { parseAccept } from "hono/utils/accept";
import { type Language, languages } from "../contract/settings.ts";

/** Header in which the page names the language it is shown in. Unlike `accept-language`, browsers never send it by themselves. */
const PAGE_LANGUAGE = "x-page-language";

/**
 * Returns the language of a response: that of the page that asks, which may have been opened in another language than the
 * session's, else the session's, else the browser's, else English for a program that names none.
 */
export function pickLanguage(ofSession: Language | null, headers: Headers): Language {
  const ofPage = languages.find((one) => one === headers.get(PAGE_LANGUAGE)?.slice(0, 2));
  return ofPage ?? ofSession ?? browserLanguage(headers.get("accept-language")) ?? "en";
}

/** Returns the language a browser prefers: Chinese when it names neither English nor Chinese, undefined when it names none. */
export function browserLanguage(acceptLanguage: string | null): Language | undefined {
  const wanted = parseAccept(acceptLanguage ?? "").filter((one) => one.q > 0);
  const tags = wanted.map((one) => one.type.trim().toLowerCase().split("-")[0] ?? "")
    .filter((tag) => /^[a-z]{2,8}$/.test(tag));
  const known = tags.map((tag) => languages.find((language) => language === tag)).find(Boolean);
  return known ?? (tags.length > 0 ? "zh" : undefined);
}
