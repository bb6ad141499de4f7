import { Archive, Upload } from "../../ui/icons/icons.ts";
import { useState } from "react";
import type { Backup } from "../../../server/contract/backups.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/data/card.tsx";
import { EmptyState } from "../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { FocusBack } from "../../ui/overlays/focus_back.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { BackupRows } from "./backup_rows.tsx";
import { useBackups, useReportEnd } from "./use_backups.ts";
import { lazyDialog } from "../../ui/feedback/lazy.tsx";

const MakeDialog = lazyDialog(() => import("./make_dialog.tsx"));
const RestoreDialog = lazyDialog(() => import("./restore_dialog.tsx"));
const UndoDialog = lazyDialog(() => import("./undo_dialog.tsx"));

type Open = { dialog: "make" } | { dialog: "upload" } | { dialog: "restore" | "undo"; backup: Backup };

export function BackupCard() {
  const { t, format } = useMessages();
  const { data, error, refetch } = useBackups();
  const [open, setOpen] = useState<Open | null>(null);
  useReportEnd(data?.items);
  const close = () => setOpen(null);
  return (
    <Card
      id="backups"
      title={t("backup.title")}
      help={t("backup.help")}
      flush
      actions={
        <div className="flex flex-wrap gap-2">
          <Button icon={<Upload />} onClick={() => setOpen({ dialog: "upload" })}>
            {t("backup.upload")}
          </Button>
          <Button variant="primary" icon={<Archive />} onClick={() => setOpen({ dialog: "make" })}>
            {t("backup.make")}
          </Button>
        </div>
      }
      footer={data?.freeBytes == null ? undefined : (
        <span className="text-xs text-muted tabular-nums">
          {t("backup.free", { size: format.bytes(data.freeBytes) })}
        </span>
      )}
    >
      {data
        ? (
          <BackupRows
            items={data.items}
            empty={
              <EmptyState icon={<Archive size={24} />} title={t("backup.none")} text={t("backup.noneText")} />
            }
            onRestore={(backup) =>
              setOpen({ dialog: backup.kind === "archive" ? "restore" : "undo", backup })}
          />
        )
        : error
        ? <ErrorState error={error} onRetry={() => void refetch()} />
        : (
          <div className="p-4">
            <Skeleton className="h-16" />
          </div>
        )}
      {open && (
        <FocusBack>
          {open.dialog === "make" && <MakeDialog onClose={close} />}
          {open.dialog === "upload" && <RestoreDialog backup={null} onClose={close} />}
          {open.dialog === "restore" && <RestoreDialog backup={open.backup} onClose={close} />}
          {open.dialog === "undo" && <UndoDialog backup={open.backup} onClose={close} />}
        </FocusBack>
      )}
    </Card>
  );
}
