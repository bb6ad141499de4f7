import { foldersAbove } from "../../../../ui/data/tree/tree_rows.ts";
import { nameOf } from "../file_paths.ts";
import type { TabsHandle } from "../open/use_open_tabs.ts";
import type { ScriptActions } from "../script_actions.tsx";
import { type ActionParts, outermostPaths } from "./action_parts.ts";

/** Makes the act that puts files into the bin, with the way back in its message. */
export function removeActions(parts: ActionParts): Pick<ScriptActions, "remove"> {
  return { remove: (items) => remove(items, parts).catch(parts.toast.problem) };
}

async function remove(items: readonly { path: string }[], parts: ActionParts): Promise<void> {
  const { ways, now, toast, t, notify } = parts;
  const doomed = outermostPaths(items).map(({ path }) => path);
  if (doomed.length === 0) return;
  const results = await ways.remove(doomed);
  const gone = results.filter(({ ok }) => ok);
  for (const { path } of gone) closeUnder(now().tabs, path);
  const ids = gone.flatMap(({ binId }) => binId ?? []);
  const [first] = gone;
  if (first) {
    toast.message("success", t("files.deleted", { count: gone.length, name: nameOf(first.path) }), {
      label: t("ui.undo"),
      onSelect: () => void undo(ids, parts).catch(toast.problem),
    });
  }
  notify(results);
}

async function undo(ids: readonly number[], { ways, toast, t, notify }: ActionParts): Promise<void> {
  const results = await ways.restore(ids);
  const done = results.filter(({ ok }) => ok).length;
  if (done > 0) toast.message("success", t("files.restored", { count: done }));
  notify(results.map(({ ok, error }) => ({ path: "", ok, ...(error && { error }) })));
}

/** Closes the tabs of what is gone; those with unsaved changes stay, so that these can still be saved. */
function closeUnder(tabs: TabsHandle, path: string): void {
  const unsaved = new Set(tabs.unsavedIn(path));
  const open = tabs.state.tabs.map((tab) => tab.path);
  for (const one of open) {
    if ((one === path || foldersAbove(one).includes(path)) && !unsaved.has(one)) tabs.close(one);
  }
}
