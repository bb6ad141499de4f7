import type { Backup } from "../../../server/contract/backups.ts";
import { ConfirmDialog } from "../../ui/overlays/confirm_dialog.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useRestore } from "./use_backups.ts";

/** Asks for confirmation and undoes a restore. */
export default function UndoDialog({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const { t, format } = useMessages();
  const { mutateAsync: restore } = useRestore();
  return (
    <ConfirmDialog
      danger
      title={t("backup.undoTitle")}
      text={t("backup.undoText", { time: format.dateTime(backup.createdAt) })}
      confirmLabel={t("backup.confirm")}
      onConfirm={() => restore({ backupId: backup.id })}
      onClose={onClose}
    />
  );
}
