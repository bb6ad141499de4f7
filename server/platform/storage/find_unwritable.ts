// Finds what the panel could not write later, before it relies on it. Asking for the permission bits is not enough: a file system
// mounted read-only has them, too, and a root user in a container ignores them.
import { closeSync, constants, lstatSync, openSync, readdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../files/file_errors.ts";

export type UnwritableReason = "read_only" | "denied" | "not_folder";

export interface Unwritable {
  path: string;
  reason: UnwritableReason;
}

/** Directories of a data folder that the panel writes to, besides the folder itself. */
const directories = [
  ...["access", "scripts", "config", "logs", "marks", "system-log", "backups", "versions", "bin"],
  ...["avatars", "deps", "pulls", "cluster", "cache"],
];
/** An unnamed file (open(2)): nobody can see it, and it disappears when it is closed. */
const UNNAMED = 0o20000000 | 0o200000 | constants.O_RDWR;

/** Returns the first directory or file of a data folder that cannot be written; null when there is none. */
export function findUnwritable(root: string): Unwritable | null {
  const folders = directories.map((name) => join(root, name)).filter((path) =>
    lstatSync(path, { throwIfNoEntry: false }) !== undefined
  );
  for (const path of [root, ...folders]) {
    const reason = whyNoFile(path);
    if (reason !== null) return { path, reason };
  }
  // A command that was once run as another user leaves files that only that user can write.
  for (const path of [root, join(root, "access")].flatMap(filesIn)) {
    const reason = reasonOf(() => closeSync(openSync(path, "r+")));
    if (reason !== null) return { path, reason };
  }
  return null;
}

/** Returns why no file can be created in a directory; null when one can, or when only the space is missing. */
export function whyNoFile(path: string): UnwritableReason | null {
  return reasonOf(() => {
    try {
      closeSync(openSync(path, UNNAMED, 0o600));
    } catch (error) {
      // Not every file system has unnamed files.
      if (!["ENOTSUP", "EOPNOTSUPP", "EISDIR", "EINVAL"].includes(errorCode(error) ?? "")) throw error;
      const named = join(path, `.${crypto.randomUUID()}`);
      closeSync(openSync(named, "wx", 0o600));
      unlinkSync(named);
    }
  });
}

function filesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}

function reasonOf(action: () => void): UnwritableReason | null {
  try {
    action();
    return null;
  } catch (error) {
    switch (errorCode(error)) {
      case "EROFS":
        return "read_only";
      case "EACCES":
      case "EPERM":
        return "denied";
      case "ENOTDIR":
        return "not_folder";
    }
    return null;
  }
}
