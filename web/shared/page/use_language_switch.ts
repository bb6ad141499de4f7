import { useCallback } from "react";
import type { Language } from "../../../server/contract/settings.ts";
import { useApi } from "../../api/use_api.tsx";
import { reloadPage, saveLanguage } from "../../messages/language_store.ts";

/** Gives the way to switch the language: saved in this browser and, when logged in, in the session; then the page reloads. */
export function useLanguageSwitch(
  { loggedIn }: { loggedIn: boolean },
): (language: Language) => Promise<void> {
  const api = useApi();
  return useCallback(async (language) => {
    saveLanguage(language);
    if (loggedIn) {
      // Not worth stopping for: the page tells the session its language again after the reload.
      await api.patch("/auth/session", { language }, { timeoutMs: 3000 }).catch(() => undefined);
    }
    reloadPage();
  }, [api, loggedIn]);
}
