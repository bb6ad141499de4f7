import { readdirSync } from "node:fs";
import type { Stats } from "node:fs";
import { isReservedName } from "./path_names.ts";
import { PinnedFolder } from "./pinned_folder.ts";

/** Entries looked at before others have their turn. */
const AT_ONCE = 200;

/** One thing below a folder. */
export interface WalkedEntry {
  /** The folder that holds it; held only until the next entry is asked for. */
  folder: PinnedFolder;
  name: string;
  /** Names from the top down to it. */
  names: string[];
  stats: Stats;
}

export interface TreeWalk {
  /** Folders of these names are not entered. */
  skip?: ReadonlySet<string>;
  /** Whether the panel's own files are shown too. */
  withReserved?: boolean;
  /** Names from the last to the first: where they are times, the newest first. */
  backwards?: boolean;
}

/** Walks everything below a folder, a folder before what is in it. Links are shown and never followed; what is gone meanwhile is left out. */
export async function* walkTree(top: PinnedFolder, walk: TreeWalk = {}): AsyncGenerator<WalkedEntry, void> {
  const waiting: string[][] = [[]];
  let checked = 0;
  for (let names = waiting.pop(); names; names = waiting.pop()) {
    using folder = hold(top, names);
    if (folder === null) continue;
    const inside: string[][] = [];
    for (const name of namesIn(folder, walk)) {
      if (++checked % AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve, 0));
      const stats = folder.find(name);
      if (stats === null) continue;
      const path = [...names, name];
      yield { folder, name, names: path, stats };
      if (stats.isDirectory() && !walk.skip?.has(name)) inside.push(path);
    }
    waiting.push(...inside.toReversed());
  }
}

/** Holds a folder below another without following any link; null when there is none. */
export function descend(top: PinnedFolder, names: readonly string[]): PinnedFolder | null {
  let folder: PinnedFolder | null = top.enter(".");
  for (const name of names) {
    if (folder === null) return null;
    using above: PinnedFolder = folder;
    folder = above.enter(name);
  }
  return folder;
}

function hold(top: PinnedFolder, names: readonly string[]): PinnedFolder | null {
  try {
    return descend(top, names);
  } catch {
    return null;
  }
}

// A folder that nobody may read is shown, and what is in it is not.
function namesIn(folder: PinnedFolder, { withReserved, backwards }: TreeWalk): string[] {
  try {
    const names = readdirSync(folder.at()).filter((name) => withReserved === true || !isReservedName(name))
      .sort();
    return backwards ? names.reverse() : names;
  } catch {
    return [];
  }
}
