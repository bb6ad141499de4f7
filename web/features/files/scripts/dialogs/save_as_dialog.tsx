import { folderOf } from "../../../../ui/data/tree/tree_rows.ts";
import { useMessages } from "../../../../messages/use_messages.tsx";
import { freeName, joinPath, nameOf } from "../file_paths.ts";
import { usePickedFolder } from "../folder_picker.tsx";
import { NameAndFolder } from "./name_and_folder.tsx";
import { useScriptWays } from "../script_ways.ts";
import { useNaming } from "./use_naming.ts";

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
  const { t } = useMessages();
  const ways = useScriptWays();
  const { tree, folder } = usePickedFolder(folderOf(path));
  const naming = useNaming(freeName(nameOf(path), new Set()));
  const submit = async (name: string) => {
    const to = joinPath(folder, name);
    if (text !== null) await ways.create(to, text);
    else {
      const [result] = await ways.copy([{ from: path, to }]);
      if (!result?.ok) return result?.error?.detail ?? t("files.refusedOne");
    }
    onDone(to);
  };
  return (
    <NameAndFolder
      title={t("files.saveAsTitle")}
      label={t("files.fileName")}
      confirm={t("ui.save")}
      {...{ path, naming, tree, onClose }}
      onSubmit={() => void naming.take(submit)}
    />
  );
}
