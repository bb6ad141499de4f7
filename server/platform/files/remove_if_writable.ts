import { rmSync } from "node:fs";
import { isUnwritable } from "./storage_full.ts";

/** Removes a file, if there is one; on a disk that has become read-only it stays. */
export function removeIfWritable(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    if (!isUnwritable(error)) throw error;
  }
}
