import type { Language } from "../../server/contract/settings.ts";
import { basePath } from "../paths.ts";
import { chooseLanguage, directionOf, languageKey, languageTag, wishedLanguage } from "./language.ts";

/** Reads the language of this page, keeps it in local storage and writes it on the document. */
export function startLanguage(): Language {
  const sources = { search: location.search, cookie: document.cookie, stored: readStored() };
  const language = chooseLanguage(sources);
  writeStored(language);
  document.documentElement.lang = languageTag(language);
  document.documentElement.dir = directionOf(wishedLanguage(sources) || language);
  return language;
}

/** Saves a language in the cookie of this panel and in local storage, and takes it out of the address. */
export function saveLanguage(language: Language): void {
  document.cookie = `${languageKey}=${language}; path=${basePath || "/"}; max-age=31536000; samesite=lax`;
  writeStored(language);
}

/** Loads the page again without a `lang` in its address, which would outrank what was saved. */
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
    return null; // storage is switched off in this browser; the cookie still works
  }
}

function writeStored(language: Language): void {
  try {
    localStorage.setItem(languageKey, language);
  } catch {
    // storage is switched off in this browser; the cookie still works
  }
}
