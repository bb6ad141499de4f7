import { useEffect, useMemo } from "react";
import type { FileEntry } from "../../../../server/contract/files.ts";
import { useApi } from "../../../api/use_api.tsx";
import { FileTree } from "../../../ui/data/tree/file_tree.tsx";
import { chooseOnly } from "../../../ui/data/tree/tree_selection.ts";
import { type TreeHandle, useTree } from "../../../ui/data/tree/use_tree.ts";
import { foldersAbove } from "../../../ui/data/tree/tree_rows.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { folderLevel, itemOf, type ScriptItem, styleOf } from "./script_items.tsx";

const nothingKnown: FileEntry = {
  ...{ name: "", path: "", kind: "folder", size: null, modifiedAt: null, special: null, link: null },
};

/** Keeps which folder is picked, its way there open. */
export function usePickedFolder(start: string): { tree: TreeHandle; folder: string } {
  const tree = useTree({ start: foldersAbove(start) });
  useEffect(() => start === "" ? tree.setSelection(chooseOnly("")) : tree.reveal(start), []);
  const [folder = start] = tree.selection.chosen;
  return { tree, folder };
}

/** A folder of the scripts, or their top, picked in a small tree. */
export function FolderPicker(
  { label, tree, help }: { label: string; tree: TreeHandle; help?: string | undefined },
) {
  const { t } = useMessages();
  const api = useApi();
  const level = useMemo(() => folderLevel(api), [api]);
  const check = useMemo(() => styleOf(t), [t]);
  const root = useMemo((): ScriptItem => ({ ...itemOf(nothingKnown), name: t("files.top") }), [t]);
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-medium">{label}</span>
      <FileTree
        picking
        className="h-44 rounded-md border border-line-strong bg-surface py-1"
        {...{ label, tree, level, check, root }}
      />
      {help && <span className="text-xs text-muted">{help}</span>}
    </div>
  );
}
