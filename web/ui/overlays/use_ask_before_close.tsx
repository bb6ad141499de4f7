import { type ReactNode, useState } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { ConfirmDialog } from "./confirm_dialog.tsx";

/** Returns a function that asks before closing, and the confirmation to render inside. */
export function useAskBeforeClose(
  { title, text, onClose }: { title: string; text: string; onClose: () => void },
): { ask: () => void; question: ReactNode } {
  const { t } = useMessages();
  const [asks, setAsks] = useState(false);
  const question = (
    <ConfirmDialog
      open={asks}
      danger
      title={title}
      text={text}
      confirmLabel={t("ui.close")}
      cancelLabel={t("ui.back")}
      onConfirm={onClose}
      onClose={() => setAsks(false)}
    />
  );
  return { ask: () => setAsks(true), question };
}
