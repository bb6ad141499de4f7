import { useCallback } from "react";
import { preferences } from "../../api/preferences.ts";
import { useApi } from "../../api/use_api.tsx";
import { type LanguageChoice, reloadPage, saveLanguage } from "../../messages/language.ts";

/**
 * Returns a function that switches the language: stores it in this browser and, when logged in, in the session, then
 * reloads the page.
 */
export function useLanguageSwitch(
  { loggedIn }: { loggedIn: boolean },
): (choice: LanguageChoice) => Promise<void> {
  const api = useApi();
  return useCallback(async (choice) => {
    const language = saveLanguage(choice);
    if (loggedIn) {
      preferences.set("language", choice);
      // A failure does not matter: after the reload the page sends its language to the session again.
      await api.patch("/auth/session", { language }, { timeoutMs: 3000 }).catch(() => undefined);
    }
    reloadPage();
  }, [api, loggedIn]);
}
