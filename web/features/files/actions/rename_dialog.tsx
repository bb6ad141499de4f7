import { useState } from "react";
import { useLeaveGuard } from "../../../ui/leave/leave_guard.tsx";
import { folderOf } from "../../../ui/data/tree/tree_rows.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { joinPath, nameOf } from "../file_paths.ts";
import { useScriptActions } from "./script_actions.ts";
import { NameAndFolder, useNaming, usePickedFolder } from "./name_and_folder.tsx";

/** Renames or moves a file or folder. */
export default function RenameDialog(
  { path, onClose, onDone }: { path: string; onClose: () => void; onDone: () => void },
) {
  const { t } = useMessages();
  const { moveTo } = useScriptActions();
  const { tree, folder } = usePickedFolder(folderOf(path));
  const naming = useNaming(nameOf(path));
  const [done, setDone] = useState(false);
  useLeaveGuard(naming.name !== nameOf(path) && !done);
  const submit = async (name: string) => {
    const to = joinPath(folder, name);
    if (to === path) return void onClose();
    const result = await moveTo(path, to);
    if (result && !result.ok) return result.error?.detail ?? t("files.refusedOne");
    setDone(true);
    if (result) onDone();
  };
  return (
    <NameAndFolder
      title={t("files.renameTitle")}
      label={t("files.newName")}
      confirm={t("files.rename")}
      path={path}
      naming={naming}
      tree={tree}
      onClose={onClose}
      onSubmit={() => void naming.take(submit)}
    />
  );
}
