import { useCallback } from "react";
import type { Language } from "../../../server/contract/settings.ts";
import { useApi } from "../../api/use_api.tsx";
import { reloadPage, saveLanguage } from "../../messages/language.ts";

/**
 * Returns a function that switches the language: stores it in this browser and, when logged in, in the session, then
 * reloads the page.
 */
export function useLanguageSwitch(
  { loggedIn }: { loggedIn: boolean },
): (language: Language) => Promise<void> {
  const api = useApi();
  return useCallback(async (language) => {
    saveLanguage(language);
    if (loggedIn) {
      // A failure does not matter: after the reload the page sends its language to the session again.
      await api.patch("/auth/session", { language }, { timeoutMs: 3000 }).catch(() => undefined);
    }
    reloadPage();
  }, [api, loggedIn]);
}
