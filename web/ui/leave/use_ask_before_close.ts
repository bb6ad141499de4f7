import type { ReactNode } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { useConfirm } from "../overlays/confirm_dialog.tsx";
import { useLeaveGuard } from "./leave_guard.tsx";
import type { LeaveQuestion } from "./leave_guards.ts";

interface AskBeforeCloseOptions extends LeaveQuestion {
  /** Whether there is something to lose; by default, as long as the dialog is open. */
  when?: boolean;
  onClose: () => void;
}

/**
 * Protects a dialog with what is displayed only once, such as a secret: leaving the page asks first. Returns a function
 * that closes the dialog after a confirmation, which the caller renders as `question`, and one that closes it at once.
 */
export function useAskBeforeClose(
  { title, text, when = true, onClose }: AskBeforeCloseOptions,
): { ask: () => void; close: () => void; question: ReactNode } {
  const { t } = useMessages();
  const { ask, question } = useConfirm();
  const release = useLeaveGuard(when, { title, text });
  const close = () => {
    release();
    onClose();
  };
  const labels = { confirmLabel: t("ui.close"), cancelLabel: t("ui.back") };
  return {
    ask: () => when ? ask({ danger: true, title, text, ...labels, onConfirm: close }) : close(),
    close,
    question,
  };
}
