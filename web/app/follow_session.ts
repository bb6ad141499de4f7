import { useEffect } from "react";
import { useApi } from "../api/use_api.tsx";
import { useSession } from "../api/use_session.ts";
import { useTheme } from "../theme/use_theme.tsx";
import { useMessages } from "../messages/use_messages.tsx";

/** Keeps page and session of one mind: the theme follows the panel's setting, the session's language follows the page. */
export function useFollowSession(): void {
  const api = useApi();
  const session = useSession();
  const { language } = useMessages();
  const { setTheme } = useTheme();
  const { theme } = session.settings;
  useEffect(() => setTheme(theme), [theme, setTheme]);
  const differs = session.language !== language;
  useEffect(() => {
    // Only the language of a few messages hangs on it, so a failure is not worth a word.
    if (differs) void api.patch("/auth/session", { language }).catch(() => undefined);
  }, [api, differs, language]);
}
