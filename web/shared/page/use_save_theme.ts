import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Session } from "../../../server/contract/auth.ts";
import type { Settings, Theme } from "../../../server/contract/settings.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useMay } from "../../api/use_permissions.ts";
import { useApi } from "../../api/use_api.tsx";
import { markThemeChosen, useTheme } from "../../theme/theme.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";

/**
 * Returns a function that changes the theme: at once in this browser, then in the panel's settings, if the person may change
 * them.
 */
export function useSaveTheme(): (theme: Theme) => Promise<void> {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { setTheme } = useTheme();
  const isForAll = useMay("system:write");
  return useCallback(async (theme) => {
    setTheme(theme);
    if (!isForAll) return markThemeChosen();
    try {
      const settings = await api.patch<Settings>("/settings", { theme });
      rememberSettings(queries, settings);
    } catch (error) {
      toast.problem(error);
    }
  }, [api, queries, toast, setTheme, isForAll]);
}

/** Updates the settings everywhere the page caches them. */
export function rememberSettings(queries: ReturnType<typeof useQueryClient>, settings: Settings): void {
  queries.setQueryData(queryKeys.settings(), settings);
  queries.setQueryData<Session>(queryKeys.session(), (session) => session && { ...session, settings });
}
