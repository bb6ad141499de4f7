import { type ReactNode, useState } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { ConfirmDialog } from "./confirm_dialog.tsx";

/** Gives the way to ask before something closes that is shown this once, and the question, to be drawn inside it. */
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
