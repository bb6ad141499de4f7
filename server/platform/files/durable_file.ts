// Files that must be either old or new, complete, whatever happens to the machine: written beside the target, synced to
// disk, renamed in one step.
import {
  closeSync,
  copyFileSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode } from "./file_errors.ts";

/** Writes a file that only the panel may read. Throws file system errors, leaving the old file unchanged. */
export function writeDurably(path: string, content: string): void {
  put(path, (beside) => writeFileSync(beside, content, { mode: 0o600 }));
}

/** Copies a file, replacing any existing one. Throws file system errors, leaving the old file unchanged. */
export function copyDurably(from: string, path: string): void {
  put(path, (beside) => copyFileSync(from, beside));
}

/** Creates a hard link, replacing any existing file; copies the file when the file system does not support hard links. */
export function linkDurably(from: string, path: string): void {
  put(path, (beside) => {
    try {
      linkSync(from, beside);
    } catch (error) {
      if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "EMLINK", "EXDEV"].includes(errorCode(error) ?? "")) {
        throw error;
      }
      copyFileSync(from, beside);
    }
  });
}

/** Renames a file over another one on the same disk, and waits until that is synced. Throws file system errors. */
export function moveDurably(from: string, path: string): void {
  renameSync(from, path);
  syncPath(dirname(path));
}

function put(path: string, write: (beside: string) => void): void {
  const beside = join(dirname(path), `.${basename(path)}.new`);
  try {
    rmSync(beside, { force: true });
    write(beside);
    syncPath(beside);
    moveDurably(beside, path);
  } catch (error) {
    removeQuietly(beside);
    throw error;
  }
}

/** Syncs a file, or the entries of a folder, to disk. Throws file system errors. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The next write to this path removes it.
  }
}
