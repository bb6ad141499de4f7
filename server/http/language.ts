import { parseAccept } from "hono/utils/accept";
import { type Language, languages } from "../contract/settings.ts";

/** Picks the language of an answer: the session's, then the browser's, then English. */
export function pickLanguage(ofSession: Language | null, acceptLanguage: string | null): Language {
  return ofSession ?? ofBrowser(acceptLanguage) ?? "en";
}

function ofBrowser(acceptLanguage: string | null): Language | undefined {
  if (acceptLanguage === null) return undefined;
  const wanted = parseAccept(acceptLanguage).filter((one) => one.q > 0);
  const tags = wanted.map((one) => one.type.toLowerCase().split("-")[0]);
  return tags.map((tag) => languages.find((language) => language === tag)).find((one) => one !== undefined);
}
