import type { Toasts } from "../../../../ui/feedback/use_toast.tsx";
import { outermost } from "../../../../ui/data/tree/tree_rows.ts";
import type { TreeHandle } from "../../../../ui/data/tree/use_tree.ts";
import type { Translate } from "../../../../messages/create_messages.ts";
import { nameOf } from "../file_paths.ts";
import type { TabsHandle } from "../open/use_open_tabs.ts";
import type { PathResult, ScriptWays } from "../script_ways.ts";

/** What the acts need of the page. */
export interface ActionParts {
  ways: ScriptWays;
  toast: Toasts;
  t: Translate;
  /** Tells what was refused. */
  notify: (results: readonly Pick<PathResult, "path" | "ok" | "error">[]) => void;
  /** The tree and the tabs as they are when it is asked. */
  now: () => { tree: TreeHandle; tabs: TabsHandle };
}

/** Leaves out what goes along with a folder among them, and names the others. */
export function outermostPaths(items: readonly { path: string }[]): { path: string; name: string }[] {
  return outermost(items.map(({ path }) => ({ path, name: nameOf(path), expandable: false })));
}
