import { type ReactNode, useState } from "react";
import type { ConfirmQuestion } from "./confirm_box.tsx";
import { lazyDialog } from "../feedback/lazy.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

const ConfirmBox = lazyDialog(() => import("./confirm_box.tsx"), { texts: "start" });

/** Asks before an action that cannot be undone; stays open with a spinner until `onConfirm` settles. */
export function ConfirmDialog({ open, ...question }: ConfirmQuestion & { open: boolean }) {
  if (!open) return null;
  return <ConfirmBox {...question} />;
}

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
