import { useState } from "react";
import { folderOf } from "../../../../ui/tree/tree_rows.ts";
import { useToast } from "../../../../ui/use_toast.tsx";
import { useWords } from "../../../../words/use_words.tsx";
import { freeName, joinPath, nameOf } from "../file_paths.ts";
import { usePickedFolder } from "../folder_picker.tsx";
import { nameFaultWord, nameProblem } from "../name_words.ts";
import { NameAndFolder } from "./name_and_folder.tsx";
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
    <NameAndFolder
      title={t("files.saveAsTitle")}
      label={t("files.fileName")}
      confirm={t("ui.save")}
      {...{ path, name, fault, tree, busy, onClose }}
      onName={(typed, wrong) => {
        setName(typed);
        setFault(wrong);
      }}
      onSubmit={() => void submit()}
    />
  );
}
