import { Download, History, Trash2 } from "../../ui/icons/icons.ts";
import { type ReactNode, useState } from "react";
import type { Backup } from "../../../server/contract/backups.ts";
import { Badge } from "../../ui/feedback/badge.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm_dialog.tsx";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import { ExactTime } from "../../ui/data/time_text.tsx";
import { Tooltip } from "../../ui/buttons/tooltip.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { partMessages } from "./backup_fields.tsx";
import { isMaking, useDownload, useMakingProgress, useRemoveBackup } from "./use_backups.ts";

interface RowProps {
  backup: Backup;
  onRestore: (backup: Backup) => void;
  onRemove: (backup: Backup) => void;
}

/** Renders the list of backups, newest first. */
export function BackupRows(
  { items, empty, onRestore }: {
    items: readonly Backup[];
    empty: ReactNode;
    onRestore: (backup: Backup) => void;
  },
) {
  const { t } = useMessages();
  const [leaving, setLeaving] = useState<Backup | null>(null);
  if (items.length === 0) return empty;
  return (
    <>
      <ul className="m-0 list-none p-0" aria-label={t("backup.title")}>
        {items.map((backup) => (
          <BackupRow key={backup.id} backup={backup} onRestore={onRestore} onRemove={setLeaving} />
        ))}
      </ul>
      {leaving && <RemoveQuestion backup={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

function BackupRow({ backup, onRestore, onRemove }: RowProps) {
  const { format } = useMessages();
  const name = format.dateTime(backup.createdAt);
  return (
    <li
      aria-label={name}
      className="flex items-start gap-3 border-b border-line px-4 py-3 last:border-b-0 max-sm:flex-col max-sm:gap-1"
    >
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">
          <ExactTime at={backup.createdAt} />
          <Marks backup={backup} />
        </div>
        <Details backup={backup} />
      </div>
      <Actions backup={backup} onRestore={onRestore} onRemove={onRemove} />
    </li>
  );
}

function Marks({ backup: { kind, state, automatic, encrypted, verified } }: { backup: Backup }) {
  const { t } = useMessages();
  if (state === "making") return <Badge tone="accent">{t("backup.making")}</Badge>;
  if (state === "failed") return <Badge tone="danger">{t("backup.failed")}</Badge>;
  if (kind === "before_restore") return <Badge tone="warning">{t("backup.before")}</Badge>;
  return (
    <>
      {automatic && <Badge>{t("backup.automatic")}</Badge>}
      {encrypted && <Badge>{t("backup.encrypted")}</Badge>}
      {verified && (
        <Tooltip text={t("backup.verifiedHelp")}>
          <span tabIndex={0}>
            <Badge tone="success">{t("backup.verified")}</Badge>
          </span>
        </Tooltip>
      )}
    </>
  );
}

function Details({ backup }: { backup: Backup }) {
  const { t, format } = useMessages();
  const { state, kind, size, parts, counts, leftOut, error } = backup;
  if (state === "making") return <Making />;
  if (state === "failed") return <p className="mt-0.5 text-xs text-danger-text">{error?.detail}</p>;
  const { tasks, runs } = counts;
  const details = [
    size === null ? null : format.bytes(size),
    format.list(parts.map((part) => t(partMessages[part].name))),
    tasks === undefined || runs === undefined ? null : t("backup.counts", { tasks, runs }),
    kind === "before_restore" ? t("backup.beforeHelp") : null,
    leftOut > 0 ? t("backup.leftOut", { count: leftOut }) : null,
  ];
  return (
    <p className="mt-0.5 text-xs text-muted tabular-nums">
      {details.filter((detail) => detail !== null).join(" · ")}
    </p>
  );
}

function Making() {
  const { t, format } = useMessages();
  const progress = useMakingProgress(true);
  if (!progress) return <p className="mt-0.5 text-xs text-muted">…</p>;
  const share = progress.percent === null ? "" : ` ${format.percent(progress.percent / 100)}`;
  return (
    <p role="status" className="mt-0.5 text-xs text-muted tabular-nums">
      {t(`progress.step_${progress.step}`)}
      {share}
    </p>
  );
}

function Actions({ backup, onRestore, onRemove }: RowProps) {
  const { t } = useMessages();
  const { mutate: download } = useDownload();
  if (isMaking(backup)) return null;
  const ready = backup.state === "ready";
  return (
    <span className="flex shrink-0 items-center gap-0.5 max-sm:-me-2 max-sm:self-end">
      {ready && backup.kind === "archive" && (
        <IconButton
          label={t("backup.download")}
          icon={<Download />}
          onClick={() => download(backup.id)}
        />
      )}
      {ready && (
        <IconButton
          label={t(backup.kind === "archive" ? "backup.restore" : "backup.undo")}
          icon={<History />}
          onClick={() => onRestore(backup)}
        />
      )}
      <IconButton label={t("backup.remove")} icon={<Trash2 />} onClick={() => onRemove(backup)} />
    </span>
  );
}

function RemoveQuestion({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const { t, format } = useMessages();
  const { mutateAsync: remove } = useRemoveBackup();
  const isBefore = backup.kind === "before_restore";
  const time = format.dateTime(backup.createdAt);
  return (
    <ConfirmDialog
      danger
      title={t(isBefore ? "backup.removeBeforeTitle" : "backup.removeTitle")}
      text={t(isBefore ? "backup.removeBeforeText" : "backup.removeText", { time })}
      confirmLabel={t("backup.remove")}
      onConfirm={() => remove(backup.id)}
      onClose={onClose}
    />
  );
}
