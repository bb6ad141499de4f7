import { FileTree } from "../../../../ui/tree/file_tree.tsx";
import type { TreeHandle } from "../../../../ui/tree/use_tree.ts";
import { useApi } from "../../../../api/use_api.tsx";
import { useToast } from "../../../../ui/use_toast.tsx";
import { useWords } from "../../../../words/use_words.tsx";
import { useMemo } from "react";
import { useScriptActs } from "../script_acts.tsx";
import { scriptEntries } from "../script_entries.tsx";
import { lookOf, reasonOf, type ScriptItem, scriptLevel, targetOf } from "../script_items.tsx";
import { useUploads } from "../upload/use_uploads.tsx";

/** The tree of scripts. */
export function ScriptTree({ tree, current }: { tree: TreeHandle; current: string | null }) {
  const { t } = useWords();
  const api = useApi();
  const toast = useToast();
  const acts = useScriptActs();
  const uploads = useUploads();
  const level = useMemo(() => scriptLevel(api), [api]);
  const look = useMemo(() => lookOf(t), [t]);
  const open = (item: ScriptItem, { kept }: { kept: boolean }) => {
    const target = targetOf(item);
    const reason = reasonOf(item);
    if (target === null) return toast.notify("warning", item.name, reason && t(reason));
    if (item.entry.link?.targetKind === "folder") {
      tree.expand(target);
      return tree.reveal(target);
    }
    acts.show(target, { kept });
  };
  return (
    <FileTree
      className="flex-1 pb-2"
      label={t("files.scriptsTitle")}
      {...{ tree, level, look, current }}
      onOpen={open}
      menu={(items) =>
        scriptEntries(items, { acts, t, pickFiles: (folder) => uploads.pick(folder, "files") })}
      onRename={({ path }) => acts.askRename(path)}
      onRemove={(items) => void acts.remove(items)}
      onMove={(items, folder) => void acts.move(items, folder)}
      onDropFiles={(files, folder) =>
        void files.then((dropped) => uploads.add(dropped, folder)).catch(toast.problem)}
      empty={<p className="px-3 py-2 text-sm text-faint">{t("files.noScripts")}</p>}
    />
  );
}
