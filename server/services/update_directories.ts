import { join, resolve } from "node:path";
import { type UpdateDirectory, updateDirectoryOf } from "../features/system/update/update_directory.ts";
import { programFile } from "../platform/build_info.ts";

/** Names the places of updates for a data folder; null where the program is not one file. */
export function locationOf(dataFolder: string): UpdateDirectory | null {
  const root = resolve(dataFolder);
  return programFile === null ? null : updateDirectoryOf(root, join(root, "sundial.sqlite"), programFile);
}
