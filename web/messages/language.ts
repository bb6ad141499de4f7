// The language of the page: from the URL, else from the cookie, else from local storage. Only the first two letters count;
// every language other than English is Chinese.

import type { Language } from "../../server/contract/settings.ts";
import { basePath } from "../paths.ts";

const languageKey = "lang";

/** Where a language may be set. */
export interface LanguageSources {
  /** `location.search` */
  search: string;
  /** `document.cookie` */
  cookie: string;
  stored: string | null;
}

const rightToLeft = ["he", "ar", "fa", "ku"];

function fromCookie(cookie: string): string | null {
  const pair = cookie.split("; ").find((one) => one.startsWith(`${languageKey}=`));
  return pair ? decode(pair.slice(languageKey.length + 1)) : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the requested language as written, from the first source that has one; empty when none has. */
export function requestedLanguage(sources: LanguageSources): string {
  return new URLSearchParams(sources.search).get(languageKey) || fromCookie(sources.cookie) ||
    sources.stored || "";
}

/** Returns the language of the page: the requested one if the page has it, else Chinese. */
export function chooseLanguage(sources: LanguageSources): Language {
  const short = requestedLanguage(sources).slice(0, 2).toLowerCase();
  return short === "en" ? "en" : "zh";
}

/** Returns the writing direction of a language tag. */
export function directionOf(tag: string): "rtl" | "ltr" {
  return rightToLeft.includes(tag.slice(0, 2).toLowerCase()) ? "rtl" : "ltr";
}

/** Returns the tag of a language for `Intl` and the `lang` attribute. */
export function languageTag(language: Language): string {
  return language === "zh" ? "zh-CN" : "en";
}

/**
 * Returns the tag for dates. The order of day and month differs between English-speaking regions, so the first of the
 * browser's languages that is English with a region decides; without one, the year comes first, which is unambiguous.
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
  document.documentElement.dir = directionOf(requestedLanguage(sources) || language);
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
