import type { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Session } from "../../../server/contract/auth.ts";
import type { Settings, Theme } from "../../../server/contract/settings.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { preferences } from "../../api/preferences.ts";
import { useTheme } from "../../theme/theme.tsx";

/** Returns a function that changes the theme for the logged-in person. */
export function useSaveTheme(): (theme: Theme) => void {
  const { setTheme } = useTheme();
  return useCallback((theme) => {
    setTheme(theme);
    preferences.set("theme", theme);
  }, [setTheme]);
}

/** Updates the settings everywhere the page caches them. */
export function rememberSettings(queries: ReturnType<typeof useQueryClient>, settings: Settings): void {
  queries.setQueryData(queryKeys.settings(), settings);
  queries.setQueryData<Session>(queryKeys.session(), (session) => session && { ...session, settings });
}
