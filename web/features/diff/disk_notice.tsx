import type { OnDisk, Saving } from "../../api/file_document.ts";
import { Button } from "../../ui/inputs/button.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

/** Says when the file on the right is not on disk what it was, or could not be saved. */
export function DiskNotice(
  { onDisk, saving, dirty, onDifference, onLoad, onSave }: {
    onDisk: OnDisk;
    saving: Saving;
    dirty: boolean;
    onDifference: () => void;
    onLoad: () => void;
    onSave: () => void;
  },
) {
  const { t } = useMessages();
  if (onDisk === "same" && saving !== "waiting") return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-warning-soft px-3 py-2 text-sm text-warning-text"
    >
      {onDisk === "changed" && (
        <>
          <span className="min-w-0 flex-1 basis-60">{t("editor.changedOnDiskHelp")}</span>
          <Button size="small" onClick={onDifference}>{t("editor.showDifference")}</Button>
          {!dirty && (
            <Button size="small" variant="primary" onClick={onLoad}>{t("editor.loadFromDisk")}</Button>
          )}
        </>
      )}
      {onDisk === "gone" && (
        <>
          <span className="min-w-0 flex-1 basis-60">{t("editor.goneTitle")} · {t("editor.goneHelp")}</span>
          <Button size="small" variant="primary" onClick={onSave}>{t("editor.saveAgain")}</Button>
        </>
      )}
      {saving === "waiting" && (
        <>
          <span className="min-w-0 flex-1 basis-60">{t("diff.notSaved")}</span>
          <Button size="small" onClick={onSave}>{t("ui.retry")}</Button>
        </>
      )}
    </div>
  );
}
