import { useLocation } from "wouter";
import type { ProgressKind } from "../../../../server/contract/progress.ts";
import { paths } from "../../../paths.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { lazyPage } from "../../../ui/feedback/lazy.tsx";

/**
 * Returns a function that sends a request which stops the panel for a while, and then opens the progress page. Throws when the
 * request is rejected.
 */
export function useShutdownNotice(kind: ProgressKind, { replace = false } = {}) {
  const messages = useMessages();
  const [, navigate] = useLocation();
  return async (ask: () => Promise<unknown>) => {
    // Preloaded, because the panel cannot serve it while it is down. A failure is ignored: if the panel is unreachable, the request
    // below fails.
    await ProgressPage.preload(messages).catch(() => {});
    await ask();
    navigate(paths.progress(kind), { replace });
  };
}

/** The page with the progress of a restore, an update or a restart. */
export const ProgressPage = lazyPage(() => import("./progress_page.tsx"));
