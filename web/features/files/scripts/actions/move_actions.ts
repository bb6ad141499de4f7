import { folderOf } from "../../../../ui/data/tree/tree_rows.ts";
import { freeName, joinPath, nameOf } from "../file_paths.ts";
import type { ScriptActions } from "../script_actions.tsx";
import type { PathResult, Transfer } from "../script_ways.ts";
import { type ActionParts, outermostPaths } from "./action_parts.ts";

const maxCopies = 30;

/** Makes the acts that bring files to another place; the tree and the tabs follow. */
export function moveActions(parts: ActionParts): Pick<ScriptActions, "move" | "moveTo" | "duplicate"> {
  const { toast, t, notify } = parts;
  return {
    async move(items, folder) {
      const moving = outermostPaths(items).filter(({ path }) => folderOf(path) !== folder);
      if (moving.length === 0 || refuseUnsaved(moving, parts)) return false;
      try {
        const transfers = moving.map(({ path, name }) => ({ from: path, to: joinPath(folder, name) }));
        const results = await transfer(transfers, parts);
        const count = results.filter(({ ok }) => ok).length;
        if (count > 0) {
          toast.message("success", t("files.moved", { count, folder: folder || t("files.scriptsTitle") }));
        }
        notify(results);
        return count === results.length;
      } catch (error) {
        toast.problem(error);
        return false;
      }
    },
    async moveTo(from, to) {
      if (refuseUnsaved([{ path: from }], parts)) return null;
      return (await transfer([{ from, to }], parts))[0] ?? null;
    },
    duplicate: (path) => duplicate(path, parts).catch(toast.problem),
  };
}

/** Says so when something unsaved would be moved: what is in the editor belongs to the place it was read from. */
function refuseUnsaved(items: readonly { path: string }[], { now, toast, t }: ActionParts): boolean {
  const [first] = items.flatMap(({ path }) => now().tabs.unsavedIn(path));
  if (first !== undefined) toast.notify("warning", t("files.moveUnsaved"), first);
  return first !== undefined;
}

async function transfer(items: readonly Transfer[], { ways, now }: ActionParts): Promise<PathResult[]> {
  const results = await ways.move(items);
  items.forEach(({ from, to }, index) => {
    if (!results[index]?.ok) return;
    now().tabs.rename(from, to);
    now().tree.rename(from, to);
  });
  return results;
}

/** Copies under the first name that the panel finds free. */
async function duplicate(path: string, { ways, now, toast, t, notify }: ActionParts): Promise<void> {
  const tried = new Set<string>();
  while (tried.size < maxCopies) {
    const name = freeName(nameOf(path), tried);
    const to = joinPath(folderOf(path), name);
    const [result] = await ways.copy([{ from: path, to }]);
    if (result?.ok) {
      toast.message("success", t("files.copied", { name }));
      return now().tree.reveal(to);
    }
    if (result?.error?.code !== "already_exists") return notify(result ? [result] : []);
    tried.add(name);
  }
}
