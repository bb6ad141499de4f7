import { FileTree } from "../../../../ui/data/tree/file_tree.tsx";
import type { TreeHandle } from "../../../../ui/data/tree/use_tree.ts";
import { useApi } from "../../../../api/use_api.tsx";
import { useToast } from "../../../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../../../messages/use_messages.tsx";
import { useMemo } from "react";
import { useScriptActions } from "../script_actions.tsx";
import { scriptEntries } from "../script_entries.tsx";
import { reasonOf, type ScriptItem, scriptLevel, styleOf, targetOf } from "../script_items.tsx";
import { useUploads } from "../upload/use_uploads.tsx";

/** The tree of scripts. */
export function ScriptTree({ tree, current }: { tree: TreeHandle; current: string | null }) {
  const { t } = useMessages();
  const api = useApi();
  const toast = useToast();
  const actions = useScriptActions();
  const uploads = useUploads();
  const level = useMemo(() => scriptLevel(api), [api]);
  const check = useMemo(() => styleOf(t), [t]);
  const open = (item: ScriptItem, { stored: isStored }: { stored: boolean }) => {
    const target = targetOf(item);
    const reason = reasonOf(item);
    if (target === null) return toast.notify("warning", item.name, reason && t(reason));
    if (item.entry.link?.targetKind === "folder") {
      tree.expand(target);
      return tree.reveal(target);
    }
    actions.show(target, { stored: isStored });
  };
  return (
    <FileTree
      className="flex-1 pb-2"
      label={t("files.scriptsTitle")}
      {...{ tree, level, check, current }}
      onOpen={open}
      menu={(items) =>
        scriptEntries(items, { actions, t, pickFiles: (folder) => uploads.pick(folder, "files") })}
      onRename={({ path }) => actions.askRename(path)}
      onRemove={(items) => void actions.remove(items)}
      onMove={(items, folder) => void actions.move(items, folder)}
      onDropFiles={(files, folder) =>
        void files.then((dropped) => uploads.add(dropped, folder)).catch(toast.problem)}
      empty={<p className="px-3 py-2 text-sm text-faint">{t("files.noScripts")}</p>}
    />
  );
}
