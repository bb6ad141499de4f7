import { Trash2 } from "../../../ui/icons/icons.ts";
import type { TrashEntry } from "../../../../server/contract/files.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { useConfirm } from "../../../ui/overlays/confirm_dialog.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { EmptyState } from "../../../ui/feedback/empty_state.tsx";
import { ErrorState } from "../../../ui/feedback/error_state.tsx";
import { TrashActions, TrashSkeleton } from "../../../ui/data/rows/trash_row.tsx";
import { RelativeTime } from "../../../ui/data/time_text.tsx";
import { FileIcon, FolderIcon } from "../../../ui/data/tree/file_icon.tsx";
import { useToast } from "../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useScriptActions } from "../actions/script_actions.ts";
import { useReportRejected, useTrash } from "../api.ts";
import { visibleName } from "../../../ui/data/visible_name.ts";

/** Lists deleted files, which can be restored or deleted permanently. */
export default function TrashDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const trash = useTrash();
  const { ask, question } = useConfirm();
  const actions = useTrashActions();
  const { mayWrite } = useScriptActions();
  const askRemove = (doomed: readonly TrashEntry[]) =>
    ask({
      danger: true,
      title: t("files.forGoodTitle", { count: doomed.length, path: doomed[0]?.path ?? "" }),
      text: t("files.forGoodText"),
      confirmLabel: t("ui.delete"),
      onConfirm: () => actions.removeForGood(doomed),
    });
  const entries = trash.data ?? [];
  return (
    <>
      <Dialog
        flush
        size="wide"
        onClose={onClose}
        title={t("files.bin")}
        description={t("files.binHelp")}
        footer={
          <>
            {mayWrite && (
              <Button
                disabled={entries.length === 0}
                className="me-auto"
                onClick={() => askRemove(entries)}
              >
                {t("files.binEmptyIt")}
              </Button>
            )}
            <Button onClick={onClose}>{t("ui.close")}</Button>
          </>
        }
      >
        <div className="min-h-64 px-5 pb-4">
          {trash.error
            ? <ErrorState error={trash.error} onRetry={() => void trash.refetch()} />
            : !trash.data
            ? <TrashSkeleton />
            : entries.length === 0
            ? <EmptyState icon={<Trash2 size={22} />} title={t("files.binEmpty")} />
            : (
              <ul className="flex flex-col">
                {entries.map((entry) => (
                  <TrashLine
                    key={entry.id}
                    entry={entry}
                    onRestore={() => void actions.restore([entry])}
                    onRemove={() => askRemove([entry])}
                  />
                ))}
              </ul>
            )}
        </div>
      </Dialog>
      {question}
    </>
  );
}

function TrashLine(
  { entry, onRestore, onRemove }: { entry: TrashEntry; onRestore: () => void; onRemove: () => void },
) {
  const { t, format } = useMessages();
  const { mayWrite } = useScriptActions();
  const { path, kind, size, deletedAt, deletedBy } = entry;
  return (
    <li className="flex min-h-12 items-center gap-2 border-b border-line py-1.5 last:border-b-0 icon-stroke">
      <span className="shrink-0 text-muted">
        {kind === "folder" ? <FolderIcon /> : <FileIcon name={path} />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-mono text-sm" title={path}>{visibleName(path)}</span>
        <span className="flex flex-wrap gap-x-2 text-xs text-faint">
          <RelativeTime at={deletedAt} />
          {deletedBy && <span>{deletedBy}</span>}
          {size !== null && <span>{format.bytes(size)}</span>}
        </span>
      </span>
      {mayWrite && (
        <TrashActions
          name={path}
          restoreLabel={t("files.restore")}
          removeLabel={t("files.forGood")}
          {...{ onRestore, onRemove }}
        />
      )}
    </li>
  );
}

function useTrashActions() {
  const { t } = useMessages();
  const toast = useToast();
  const notify = useReportRejected();
  const { requests } = useScriptActions();
  const perform = async (entries: readonly TrashEntry[], what: "restore" | "removeForGood") => {
    try {
      const results = await requests[what](entries.map(({ id }) => id));
      const done = results.filter(({ ok }) => ok).length;
      if (done > 0 && what === "restore") toast.message("success", t("files.restored", { count: done }));
      notify(results.map(({ ok, error, id }) => ({
        path: entries.find((entry) => entry.id === id)?.path ?? "",
        ok,
        ...(error && { error }),
      })));
    } catch (error) {
      toast.problem(error);
    }
  };
  return {
    restore: (entries: readonly TrashEntry[]) => perform(entries, "restore"),
    removeForGood: (entries: readonly TrashEntry[]) => perform(entries, "removeForGood"),
  };
}
