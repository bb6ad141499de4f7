import { dirname, join } from "node:path";
import { timesFile } from "../../engine/log_shape.ts";

/** Removes a log and what belongs to it; nothing happens when it is gone already. */
export async function removeLog(log: string): Promise<void> {
  const times = timesFile(log);
  for (const file of [log, times, `${log}.tmp`, `${times}.tmp`]) await removeFile(file);
}

/** Removes those of some folders below `root` that are empty now, and the folders around them that are then. */
export async function removeEmptyFolders(root: string, folders: Iterable<string>): Promise<void> {
  for (const folder of folders) {
    for (let path = folder; path !== "." && path !== "/" && path !== ""; path = dirname(path)) {
      // Not recursive: what is not empty stays.
      const gone = await Deno.remove(join(root, path)).then(() => true, () => false);
      if (!gone) break;
    }
  }
}

async function removeFile(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (fault) {
    if (!(fault instanceof Deno.errors.NotFound)) throw fault;
  }
}
