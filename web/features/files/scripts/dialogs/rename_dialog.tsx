import { useState } from "react";
import { useLeaveGuard } from "../../../../shell/leave_guard.tsx";
import { folderOf } from "../../../../ui/tree/tree_rows.ts";
import { useToast } from "../../../../ui/use_toast.tsx";
import { useWords } from "../../../../words/use_words.tsx";
import { joinPath, nameOf } from "../file_paths.ts";
import { usePickedFolder } from "../folder_picker.tsx";
import { nameFaultWord, nameProblem } from "../name_words.ts";
import { NameAndFolder } from "./name_and_folder.tsx";
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
    <NameAndFolder
      title={t("files.renameTitle")}
      label={t("files.newName")}
      confirm={t("files.rename")}
      {...{ path, name, fault, tree, busy, onClose }}
      onName={(typed, wrong) => {
        setName(typed);
        setFault(wrong);
      }}
      onSubmit={() => void submit()}
    />
  );
}
