// Which language the page speaks. The order is fixed: the address, then the cookie, then what was kept; the first two
// letters count, and whatever is neither English nor Chinese is Chinese.

import type { Language } from "../../server/contract/settings.ts";
import { basePath } from "../paths.ts";

const languageKey = "lang";

/** The places a language may be written down in. */
export interface LanguageSources {
  /** `location.search` */
  search: string;
  /** `document.cookie` */
  cookie: string;
  stored: string | null;
}

const rightToLeft = ["he", "ar", "fa", "ku"];

function fromCookie(cookie: string): string | null {
  const found = cookie.split("; ").find((pair) => pair.startsWith(`${languageKey}=`));
  return found ? decode(found.slice(languageKey.length + 1)) : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Finds what the person asked for, as written: the first source that says anything. */
export function wishedLanguage(sources: LanguageSources): string {
  return new URLSearchParams(sources.search).get(languageKey) || fromCookie(sources.cookie) ||
    sources.stored || "";
}

/** Reduces a wish to a language the page has; anything unknown is Chinese. */
export function chooseLanguage(sources: LanguageSources): Language {
  const short = wishedLanguage(sources).slice(0, 2).toLowerCase();
  return short === "en" ? "en" : "zh";
}

/** Tells the writing direction of a language tag. */
export function directionOf(tag: string): "rtl" | "ltr" {
  return rightToLeft.includes(tag.slice(0, 2).toLowerCase()) ? "rtl" : "ltr";
}

/** The tag the browser's `Intl` and the `lang` attribute get. */
export function languageTag(language: Language): string {
  return language === "zh" ? "zh-CN" : "en";
}

/**
 * The tag that dates are written by: English has no order of day and month of its own, so the first English of the browser's languages
 * that names a region decides; without one the year comes first, which nobody takes for another date.
 */
export function dateTag(language: Language, browser: readonly string[]): string {
  if (language === "zh") return languageTag(language);
  return browser.find((tag) => /^en-/i.test(tag)) ?? "en-CA";
}

/** Determines the language of this page, stores it in local storage and sets it on the document. */
export function startLanguage(): Language {
  const sources = { search: location.search, cookie: document.cookie, stored: readStored() };
  const language = chooseLanguage(sources);
  writeStored(language);
  document.documentElement.lang = languageTag(language);
  document.documentElement.dir = directionOf(wishedLanguage(sources) || language);
  return language;
}

/** Saves a language in the cookie of this installation and in local storage. */
export function saveLanguage(language: Language): void {
  document.cookie = `${languageKey}=${language}; path=${basePath || "/"}; max-age=31536000; samesite=lax`;
  writeStored(language);
}

/** Reloads the page without a `lang` parameter, which would override the saved language. */
export function reloadPage(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has(languageKey)) return location.reload();
  url.searchParams.delete(languageKey);
  location.replace(url);
}

function readStored(): string | null {
  try {
    return localStorage.getItem(languageKey);
  } catch {
    return null; // storage is disabled; the cookie still works
  }
}

function writeStored(language: Language): void {
  try {
    localStorage.setItem(languageKey, language);
  } catch {
    // storage is disabled; the cookie still works
  }
}
