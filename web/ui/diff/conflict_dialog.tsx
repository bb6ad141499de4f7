import { useRef, useState } from "react";
import type { FileContent } from "../../../server/contract/files.ts";
import { Button } from "../buttons/button.tsx";
import { Dialog } from "../overlays/dialog.tsx";
import { type DiffHandle, DiffView } from "./diff_view.tsx";
import type { EditorSettings } from "../editor/editor_settings.ts";
import { useMessages } from "../../messages/use_messages.tsx";

interface ConflictDialogProps {
  path: string;
  /** The content on disk now. */
  theirs: FileContent;
  /** Returns the content of the editor. */
  mine: () => string;
  settings: EditorSettings;
  onLater: () => void;
  onTake: () => void;
  /** Saves a text over the version on the left; resolves to whether it is on disk. */
  onSave: (text: string) => Promise<boolean>;
}

/** Shows a version saved elsewhere next to the user's text; the right side can be edited to merge both before saving. */
export default function ConflictDialog(props: ConflictDialogProps) {
  const { path, theirs, mine, settings, onLater, onTake, onSave } = props;
  const { t } = useMessages();
  const [text] = useState(mine);
  const [merged, setMerged] = useState(false);
  const [saving, setSaving] = useState(false);
  const diff = useRef<DiffHandle>(null);
  const save = async () => {
    setSaving(true);
    await onSave(diff.current?.text() ?? text);
    setSaving(false);
  };
  const name = path.slice(path.lastIndexOf("/") + 1);
  return (
    <Dialog
      flush
      size="full"
      title={t("editor.conflictTitle", { name })}
      description={t("editor.conflictHelp")}
      onClose={onLater}
      footer={
        <>
          <Button onClick={onLater} className="me-auto">{t("editor.later")}</Button>
          <Button onClick={onTake} disabled={theirs.content === null}>{t("editor.takeTheirs")}</Button>
          <Button variant="primary" loading={saving} onClick={() => void save()}>
            {merged ? t("editor.saveMerged") : t("editor.keepMine")}
          </Button>
        </>
      }
    >
      <DiffView
        ref={diff}
        docKey={`${path} ${theirs.etag}`}
        left={{ text: theirs.content ?? "", label: t("editor.onDisk") }}
        right={{ text, label: t("editor.yours") }}
        fileName={path}
        editable
        settings={settings}
        onDirtyChange={setMerged}
        onSave={() => void save()}
      />
    </Dialog>
  );
}
