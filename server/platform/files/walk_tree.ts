import { readdirSync } from "node:fs";
import type { Stats } from "node:fs";
import { errorCode } from "./file_errors.ts";
import { isReservedName } from "./path_names.ts";
import { PinnedFolder } from "./pinned_folder.ts";
import { yieldToEventLoop } from "../event_loop.ts";

/** Entries processed before yielding to other work. */
const AT_ONCE = 200;

export interface WalkedEntry {
  /** The folder that contains it; only open until the next entry is requested. */
  folder: PinnedFolder;
  name: string;
  /** Names from the top folder down to the entry. */
  names: string[];
  stats: Stats;
}

export interface TreeWalk {
  /** Folders with these names are not entered. */
  skip?: ReadonlySet<string>;
  /** Whether the panel's own files are included. */
  withReserved?: boolean;
  /** Names in descending order: where names are times, newest first. */
  backwards?: boolean;
  /** Called for each folder that exists but cannot be read, whose contents are missing from the walk. */
  onUnreadable?(names: string[]): void;
}

/**
 * Walks everything below a folder, each folder before its contents. Links are included and never followed; entries that
 * disappear in the meantime are left out.
 */
export async function* walkTree(top: PinnedFolder, walk: TreeWalk = {}): AsyncGenerator<WalkedEntry, void> {
  const waiting: string[][] = [[]];
  let checked = 0;
  for (let names = waiting.pop(); names; names = waiting.pop()) {
    using folder = hold(top, names, walk);
    if (folder === null) continue;
    const inside: string[][] = [];
    for (const name of namesIn(folder, names, walk)) {
      if (++checked % AT_ONCE === 0) await yieldToEventLoop();
      const stats = folder.find(name);
      if (stats === null) continue;
      const path = [...names, name];
      yield { folder, name, names: path, stats };
      if (stats.isDirectory() && !walk.skip?.has(name)) inside.push(path);
    }
    waiting.push(...inside.toReversed());
  }
}

/** Opens a folder below another one without following any link; returns null when there is none. */
export function descend(top: PinnedFolder, names: readonly string[]): PinnedFolder | null {
  let folder: PinnedFolder | null = top.enter(".");
  for (const name of names) {
    if (folder === null) return null;
    using above: PinnedFolder = folder;
    folder = above.enter(name);
  }
  return folder;
}

function hold(top: PinnedFolder, names: string[], walk: TreeWalk): PinnedFolder | null {
  try {
    return descend(top, names);
  } catch (error) {
    reportUnreadable(error, names, walk);
    return null;
  }
}

// An unreadable folder is included, but its contents are not.
function namesIn(folder: PinnedFolder, above: string[], walk: TreeWalk): string[] {
  const { withReserved, backwards } = walk;
  try {
    const names = readdirSync(folder.at()).filter((name) => withReserved === true || !isReservedName(name))
      .sort();
    return backwards ? names.reverse() : names;
  } catch (error) {
    reportUnreadable(error, above, walk);
    return [];
  }
}

function reportUnreadable(error: unknown, names: string[], { onUnreadable }: TreeWalk): void {
  if (errorCode(error) !== "ENOENT") onUnreadable?.(names);
}
