import { ConfirmDialog } from "../../../ui/overlays/confirm_dialog.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";

/** Asks before what was typed since the last save is thrown away. */
export function DiscardDialog(
  { open, path, onDiscard, onClose, focusAfter }: {
    open: boolean;
    path: string;
    onDiscard: () => void;
    onClose: () => void;
    focusAfter?: (() => void) | undefined;
  },
) {
  const { t } = useMessages();
  return (
    <ConfirmDialog
      open={open}
      danger
      title={t("editor.discardTitle", { name: path.slice(path.lastIndexOf("/") + 1) })}
      text={t("editor.discardQuestion")}
      confirmLabel={t("editor.discard")}
      onConfirm={onDiscard}
      onClose={onClose}
      focusAfter={focusAfter}
    />
  );
}
