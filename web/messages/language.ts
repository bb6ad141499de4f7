// The language of the page: from the URL, else that of the browser if the user chose to follow it, else from the cookie,
// else from local storage, else the panel's. Only the first two letters count; every language other than English is Chinese.

import type { Language } from "../../server/contract/settings.ts";
import { basePath, panelLanguage } from "../paths.ts";

const languageKey = "lang";
const choiceKey = "lang-choice";

/** What a user can choose in a browser: a language, or that of the browser. */
export type LanguageChoice = Language | "system";

export interface LanguageSources {
  /** `location.search` */
  search: string;
  /** `document.cookie` */
  cookie: string;
  stored: string | null;
  /** Whether the user chose the language of the browser. */
  followsSystem: boolean;
  /** `navigator.languages` */
  browser: readonly string[];
  /** The language of the panel; empty when unknown. */
  panel: string;
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

/** Returns the language as written, from the first source that has one; empty when none has. */
export function requestedLanguage(sources: LanguageSources): string {
  return new URLSearchParams(sources.search).get(languageKey) ||
    (sources.followsSystem
      ? systemLanguage(sources.browser)
      : fromCookie(sources.cookie) || sources.stored) ||
    sources.panel;
}

/** Returns the first language of the browser that the page has, else Chinese. */
export function systemLanguage(browser: readonly string[]): Language {
  const short = browser.map((tag) => tag.slice(0, 2).toLowerCase());
  return short.find((one) => one === "en" || one === "zh") === "en" ? "en" : "zh";
}

/** Returns the language of the page: the requested one if the page has it, else Chinese. */
export function chooseLanguage(sources: LanguageSources): Language {
  const short = requestedLanguage(sources).slice(0, 2).toLowerCase();
  return short === "en" ? "en" : "zh";
}

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
  const sources: LanguageSources = {
    search: location.search,
    cookie: document.cookie,
    stored: readStored(languageKey),
    followsSystem: readStored(choiceKey) === "system",
    browser: navigator.languages,
    panel: panelLanguage,
  };
  const language = chooseLanguage(sources);
  writeStored(languageKey, language);
  document.documentElement.lang = languageTag(language);
  document.documentElement.dir = directionOf(requestedLanguage(sources) || language);
  return language;
}

/** Returns what was chosen in this browser; `current` is the language of the page. */
export function languageChoice(current: Language): LanguageChoice {
  return readStored(choiceKey) === "system" ? "system" : current;
}

/** Returns what a new user has chosen so far: the language of the browser, unless the page is in another one. */
export function firstLanguageChoice(current: Language): LanguageChoice {
  const isUndecided = readStored(choiceKey) === null && systemLanguage(navigator.languages) === current;
  return isUndecided ? "system" : languageChoice(current);
}

/** Returns whether a language was chosen in this browser, or by the address of the page. */
export function isLanguageChosen(): boolean {
  return readStored(choiceKey) !== null || fromCookie(document.cookie) !== null ||
    isLanguageInAddress();
}

/** Returns whether the address of the page names a language, which then precedes any choice. */
export function isLanguageInAddress(): boolean {
  return new URLSearchParams(location.search).has(languageKey);
}

/** Saves a choice for this browser: in the cookie of this installation and in local storage. Returns its language. */
export function saveLanguage(choice: LanguageChoice): Language {
  const language = choice === "system" ? systemLanguage(navigator.languages) : choice;
  document.cookie = `${languageKey}=${language}; path=${basePath || "/"}; max-age=31536000; samesite=lax`;
  writeStored(languageKey, language);
  writeStored(choiceKey, choice);
  return language;
}

/** Reloads the page without a `lang` parameter, which would override the saved language. */
export function reloadPage(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has(languageKey)) return location.reload();
  url.searchParams.delete(languageKey);
  location.replace(url);
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is disabled; the cookie still works
  }
}

function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // storage is disabled; the cookie still works
  }
}
