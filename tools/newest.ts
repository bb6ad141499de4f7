import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Returns when one of these files, or anything in these folders, was last modified (milliseconds UTC). */
export function newest(paths: readonly string[]): number {
  return Math.max(...paths.map((path) => {
    const modified = modifiedAt(path) ?? 0;
    // A folder's own time changes when a file in it is removed.
    const inside = statSync(path, { throwIfNoEntry: false })?.isDirectory()
      ? readdirSync(path, { recursive: true }).map((name) => modifiedAt(join(path, String(name))) ?? 0)
      : [];
    return inside.reduce((latest, one) => Math.max(latest, one), modified);
  }));
}

/** Returns when a file or folder was modified (milliseconds UTC); null when it does not exist. */
export function modifiedAt(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}
