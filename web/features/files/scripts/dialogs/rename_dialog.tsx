import { useState } from "react";
import { useLeaveGuard } from "../../../../shell/leave_guard.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { TextField } from "../../../../ui/text_field.tsx";
import { folderOf } from "../../../../ui/tree/tree_rows.ts";
import { useToast } from "../../../../ui/use_toast.tsx";
import { useWords } from "../../../../words/use_words.tsx";
import { joinPath, nameOf, splitName } from "../file_paths.ts";
import { FolderPicker, usePickedFolder } from "../folder_picker.tsx";
import { nameFaultWord, nameProblem } from "../name_words.ts";
import { useScriptActs } from "../script_acts.tsx";

/** Gives a file or folder another name, or another place, or both. */
export default function RenameDialog(
  { path, onClose, onDone }: { path: string; onClose: () => void; onDone: () => void },
) {
  const { t } = useWords();
  const toast = useToast();
  const { moveTo } = useScriptActs();
  const { tree, folder } = usePickedFolder(folderOf(path));
  const [name, setName] = useState(nameOf(path));
  const [fault, setFault] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  useLeaveGuard(name !== nameOf(path) && !done);
  const submit = async () => {
    const wrong = nameFaultWord(name);
    if (wrong) return setFault(t(wrong));
    const to = joinPath(folder, name.trim());
    if (to === path) return onClose();
    setBusy(true);
    try {
      const result = await moveTo(path, to);
      if (result && !result.ok) return setFault(result.error?.detail ?? t("files.refusedOne"));
      setDone(true);
      if (result) onDone();
    } catch (error) {
      const known = nameProblem(error);
      if (known) setFault(known);
      else toast.problem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("files.renameTitle")}
      description={<span className="font-mono text-xs break-all">{path}</span>}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" loading={busy}>{t("files.rename")}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <TextField
          mono
          label={t("files.newName")}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setFault(event.target.value.includes("/") ? t("files.nameSlash") : undefined);
          }}
          onFocus={(event) => event.target.setSelectionRange(0, splitName(name)[0].length)}
          error={fault}
          autoComplete="off"
        />
        <FolderPicker label={t("files.parentFolder")} tree={tree} />
      </div>
    </Dialog>
  );
}
