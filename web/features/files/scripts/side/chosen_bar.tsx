import { FileDiff, FolderInput, Trash2, X } from "lucide-react";
import { useQueryClient } from "@tanstack/react-query";
import { queryKeys } from "../../../../api/query_keys.ts";
import { IconButton } from "../../../../ui/inputs/icon_button.tsx";
import { folderOf } from "../../../../ui/data/tree/tree_rows.ts";
import { nothingChosen } from "../../../../ui/data/tree/tree_selection.ts";
import type { TreeHandle } from "../../../../ui/data/tree/use_tree.ts";
import { useMessages } from "../../../../messages/use_messages.tsx";
import { useScriptActions } from "../script_actions.tsx";
import type { ScriptItem } from "../script_items.tsx";

/** What can be done to several chosen items; nothing while there are not several. */
export function ChosenBar({ tree }: { tree: TreeHandle }) {
  const { t } = useMessages();
  const actions = useScriptActions();
  const items = useChosenItems(tree);
  const [first, second] = items;
  if (items.length < 2) return null;
  const files = items.length === 2 && first?.entry.kind === "file" && second?.entry.kind === "file";
  return (
    <div
      role="toolbar"
      aria-label={t("files.chosenBar")}
      className="flex min-h-9 items-center border-t border-line bg-selected px-1"
    >
      <IconButton
        size="small"
        label={t("tasks.clearSelection")}
        icon={<X size={16} />}
        onClick={() => tree.setSelection(nothingChosen)}
      />
      <span className="ms-1 min-w-0 flex-1 truncate text-sm font-medium tabular-nums">
        {t("tasks.selected", { count: items.length })}
      </span>
      {files && (
        <IconButton
          size="small"
          label={t("files.compareBoth")}
          icon={<FileDiff size={16} />}
          onClick={() => first && second && actions.compare(first.path, second.path)}
        />
      )}
      <IconButton
        size="small"
        label={t("files.moveTo")}
        icon={<FolderInput size={16} />}
        onClick={() => actions.askMove(items)}
      />
      <IconButton
        size="small"
        tone="danger"
        label={t("files.deleteMany", { count: items.length })}
        icon={<Trash2 size={16} />}
        onClick={() => void actions.remove(items)}
      />
    </div>
  );
}

/** The chosen items as the tree has loaded them. */
function useChosenItems({ selection }: TreeHandle): ScriptItem[] {
  const queries = useQueryClient();
  return [...selection.chosen].flatMap((path) => {
    const level = queries.getQueryData<readonly ScriptItem[]>(
      queryKeys.files("scripts", "tree", folderOf(path)),
    );
    return level?.find((item) => item.path === path) ?? [];
  });
}
