import { useState } from "react";
import { Button } from "../../../ui/inputs/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { folderOf, mayMove } from "../../../ui/data/tree/tree_rows.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useScriptActions } from "./script_actions.ts";
import type { ScriptItem } from "../tree/script_items.tsx";
import { FolderPicker, usePickedFolder } from "./name_and_folder.tsx";

/** Asks for a folder and moves items there. */
export default function MoveDialog(
  { items, onClose }: { items: readonly ScriptItem[]; onClose: () => void },
) {
  const { t } = useMessages();
  const { move } = useScriptActions();
  const { tree, folder } = usePickedFolder(folderOf(items[0]?.path ?? ""));
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    const moved = await move(items, folder);
    setBusy(false);
    if (moved) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("files.moveTitle", { count: items.length, name: items[0]?.name ?? "" })}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" loading={busy} disabled={!mayMove(items, folder)}>
            {t("files.move")}
          </Button>
        </>
      }
    >
      <FolderPicker label={t("files.toFolder")} tree={tree} />
    </Dialog>
  );
}
