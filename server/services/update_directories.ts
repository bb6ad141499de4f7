import { join, resolve } from "node:path";
import { type UpdateDirectory, updateDirectoryOf } from "../features/system/update/update_directory.ts";
import { programFile } from "../platform/build_info.ts";

/** Returns the directories of an update for a data folder; null when the program is not a single file. */
export function locationOf(dataFolder: string): UpdateDirectory | null {
  const root = resolve(dataFolder);
  return programFile === null ? null : updateDirectoryOf(root, join(root, "sundial.sqlite"), programFile);
}
