// Files that must be old or new, whole, whatever happens to the machine: written beside, put on the disk, moved in one step.
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

/** Writes a file that only the panel may read. Throws faults of the file system, with the old file as it was. */
export function writeDurably(path: string, content: string): void {
  put(path, (beside) => writeFileSync(beside, content, { mode: 0o600 }));
}

/** Copies a file over another, or to where there is none. Throws faults of the file system, with the old file as it was. */
export function copyDurably(from: string, path: string): void {
  put(path, (beside) => copyFileSync(from, beside));
}

/** Gives a file a second name, in place of whatever had it; copies it where the file system knows no second names. */
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

/** Moves a file over another of the same disk, and waits until that is on it. Throws faults of the file system. */
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

function syncPath(path: string): void {
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
    // The next one to write there removes it.
  }
}
