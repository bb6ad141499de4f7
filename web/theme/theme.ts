// Light, dark, or as the device has it. The choice is kept in this browser so that it is there before the first paint; the
// panel's setting, once known, is the truth.

import type { Theme } from "../../server/contract/settings.ts";

const storageKey = "theme";

/** Reads the theme kept in this browser; `system` when none is. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return "system"; // storage is switched off in this browser
  }
}

/** Keeps the theme in this browser. */
export function keepTheme(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // storage is switched off in this browser; the panel's setting still says it at the next load
  }
}

/** Resolves `system` to what the device has now. */
export function resolveTheme(theme: Theme): "light" | "dark" {
  if (theme !== "system") return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Puts the theme on the document. */
export function applyTheme(theme: Theme): void {
  const resolved = resolveTheme(theme);
  document.documentElement.dataset.theme = resolved;
  const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (bar) bar.content = resolved === "dark" ? "#161c25" : "#ffffff";
}
