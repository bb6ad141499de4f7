import { folderOf } from "../../../ui/data/tree/tree_rows.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { freeName, joinPath, nameOf } from "../file_paths.ts";
import { useScriptRequests } from "../api.ts";
import { NameAndFolder, useNaming, usePickedFolder } from "./name_and_folder.tsx";

/** Saves a text as another file, or copies the file. */
export default function SaveAsDialog(
  { path, text, onClose, onDone }: {
    path: string;
    /** The text in the editor; null to copy the file on disk. */
    text: string | null;
    onClose: () => void;
    onDone: (path: string) => void;
  },
) {
  const { t } = useMessages();
  const requests = useScriptRequests();
  const { tree, folder } = usePickedFolder(folderOf(path));
  const naming = useNaming(freeName(nameOf(path), new Set()));
  const submit = async (name: string) => {
    const to = joinPath(folder, name);
    if (text !== null) await requests.create({ path: to, content: text });
    else {
      const [result] = await requests.copy([{ from: path, to }]);
      if (!result?.ok) return result?.error?.detail ?? t("files.refusedOne");
    }
    onDone(to);
  };
  return (
    <NameAndFolder
      title={t("files.saveAsTitle")}
      label={t("files.fileName")}
      confirm={t("ui.save")}
      path={path}
      naming={naming}
      tree={tree}
      onClose={onClose}
      onSubmit={() => void naming.take(submit)}
    />
  );
}
