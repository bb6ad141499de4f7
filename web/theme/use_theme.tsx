import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import type { Theme } from "../../server/contract/settings.ts";
import { applyTheme, keepTheme, readTheme } from "./theme.ts";

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

/** Returns the theme and a function that changes it in this browser. */
export function useTheme(): ThemeControl {
  const control = useContext(ThemeContext);
  if (!control) throw new Error("useTheme outside of ThemeProvider");
  return control;
}
