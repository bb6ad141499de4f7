import { useLocation } from "wouter";
import type { ProgressKind } from "../../../../server/contract/progress.ts";
import { paths } from "../../../paths.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { ProgressPage } from "./lazy_progress_page.ts";

/**
 * Gives the way to ask the panel for what takes it away for a while, and to go where its return is waited for. Throws what the panel
 * refuses.
 */
export function useShutdownNotice(kind: ProgressKind, { replace = false } = {}) {
  const messages = useMessages();
  const [, navigate] = useLocation();
  return async (ask: () => Promise<unknown>) => {
    // Before it goes: whoever has it in hand needs nothing from a panel that is away. That it does not come is no reason to stop; if
    // the panel cannot be reached, what is asked next says so.
    await ProgressPage.preload(messages).catch(() => {});
    await ask();
    navigate(paths.progress(kind), { replace });
  };
}
