// Light, dark, or the system's theme. The choice is stored in this browser so that it applies before the first paint; the
// preference of the account, or else the panel's setting, takes precedence once loaded.

import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import type { Theme } from "../../server/contract/settings.ts";

const storageKey = "theme";

/** Returns the theme stored in this browser; `system` when there is none. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return "system"; // storage is disabled in this browser
  }
}

function keepTheme(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // storage is disabled in this browser; the panel's setting still applies at the next load
  }
}

/** Resolves `system` to the device's current theme. */
export function resolveTheme(theme: Theme): "light" | "dark" {
  if (theme !== "system") return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export function applyTheme(theme: Theme): void {
  const resolved = resolveTheme(theme);
  document.documentElement.dataset.theme = resolved;
  const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (bar) bar.content = resolved === "dark" ? "#12161d" : "#ffffff";
}

interface ThemeControl {
  theme: Theme;
  setTheme: (theme: Theme) => void;
}

const ThemeContext = createContext<ThemeControl | null>(null);

/** Provides the theme to the page and follows the device while it is `system`. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [theme, setState] = useState(readTheme);
  const setTheme = useCallback((next: Theme) => {
    keepTheme(next);
    setState(next);
  }, []);
  useEffect(() => {
    applyTheme(theme);
    const device = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => applyTheme(theme);
    device.addEventListener("change", follow);
    return () => device.removeEventListener("change", follow);
  }, [theme]);
  return <ThemeContext value={{ theme, setTheme }}>{children}</ThemeContext>;
}

export function useTheme(): ThemeControl {
  const control = useContext(ThemeContext);
  if (!control) throw new Error("useTheme outside of ThemeProvider");
  return control;
}
