import { UNFINISHED_PREFIX } from "./atomic_save.ts";
import { removeTree } from "./copy_tree.ts";
import { errorCode } from "./file_errors.ts";
import { PinnedFolder } from "./pinned_folder.ts";
import { walkTree } from "./walk_tree.ts";

/** Removes unfinished files that a crashed panel left below a folder: those older than an instant (ms UTC). */
export async function sweepUnfinished(path: string, before: number, signal: AbortSignal): Promise<void> {
  let folder: PinnedFolder;
  try {
    folder = PinnedFolder.open(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return;
    throw error;
  }
  using top = folder;
  for await (const { folder, name, stats } of walkTree(top, { withReserved: true })) {
    if (signal.aborted) return;
    if (name.startsWith(UNFINISHED_PREFIX) && stats.mtimeMs < before) await removeTree(folder, name);
  }
}
