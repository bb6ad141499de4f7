import { useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { TextField } from "../../../../ui/text_field.tsx";
import { folderOf } from "../../../../ui/tree/tree_rows.ts";
import { useToast } from "../../../../ui/use_toast.tsx";
import { useWords } from "../../../../words/use_words.tsx";
import { freeName, joinPath, nameOf, splitName } from "../file_paths.ts";
import { FolderPicker, usePickedFolder } from "../folder_picker.tsx";
import { nameFaultWord, nameProblem } from "../name_words.ts";
import { useScriptWays } from "../script_ways.ts";

/** Saves what is in the editor, or else what is in the file, as another file. */
export default function SaveAsDialog(
  { path, text, onClose, onDone }: {
    path: string;
    /** What is in the editor; null to copy the file as it is. */
    text: string | null;
    onClose: () => void;
    onDone: (path: string) => void;
  },
) {
  const { t } = useWords();
  const toast = useToast();
  const ways = useScriptWays();
  const { tree, folder } = usePickedFolder(folderOf(path));
  const [name, setName] = useState(() => freeName(nameOf(path), new Set()));
  const [fault, setFault] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    const wrong = nameFaultWord(name);
    if (wrong) return setFault(t(wrong));
    const to = joinPath(folder, name.trim());
    setBusy(true);
    try {
      if (text !== null) await ways.create(to, text);
      else {
        const [result] = await ways.copy([{ from: path, to }]);
        if (!result?.ok) return setFault(result?.error?.detail ?? t("files.refusedOne"));
      }
      onDone(to);
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
      title={t("files.saveAsTitle")}
      description={<span className="font-mono text-xs break-all">{path}</span>}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" loading={busy}>{t("ui.save")}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <TextField
          mono
          label={t("files.fileName")}
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
