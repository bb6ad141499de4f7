import {
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";

const AT_ONCE = 200;

/**
 * Carries over what a folder contains besides pulled files: output of scripts, packages, files of users. Uses
 * hard links, so it takes no space and open files stay the same. Existing files stay, unless they are older
 * and `mayReplace` allows it.
 */
export async function carryOver(
  from: string,
  to: string,
  isPulled: (path: string) => boolean,
  mayReplace: (path: string) => boolean = () => false,
): Promise<void> {
  const folders: string[] = [""];
  const made: string[] = [];
  let checked = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const name of namesIn(join(from, folder))) {
      if (++checked % AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve, 0));
      const path = folder === "" ? name : `${folder}/${name}`;
      const kind = carry(join(from, path), join(to, path), {
        isPulled: () => isPulled(path),
        mayReplace: () => mayReplace(path),
      });
      if (kind !== null) folders.push(path);
      if (kind === "made") made.push(path);
    }
  }
  // Removes folders that contained only pulled files.
  for (const path of made.toReversed()) removeIfEmpty(join(to, path));
}

// Returns, for a folder to descend into, whether it was created.
function carry(
  source: string,
  target: string,
  { isPulled, mayReplace }: { isPulled(): boolean; mayReplace(): boolean },
): "made" | "there" | null {
  const stats = lstatSync(source, { throwIfNoEntry: false });
  if (!stats) return null;
  const taken = lstatSync(target, { throwIfNoEntry: false });
  if (stats.isDirectory()) {
    if (taken) return taken.isDirectory() ? "there" : null;
    mkdirSync(target, stats.mode & 0o777 | 0o700);
    return "made";
  }
  if (isPulled()) return null;
  if (taken) {
    const isNewer = stats.isFile() && taken.isFile() && stats.ino !== taken.ino &&
      stats.mtimeMs > taken.mtimeMs;
    if (!isNewer || !mayReplace()) return null;
    rmSync(target);
  }
  if (stats.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
  else linkOrCopy(source, target, stats.isFile());
  return null;
}

function linkOrCopy(source: string, target: string, isFile: boolean): void {
  try {
    linkSync(source, target);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT" || !isFile) return;
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "EMLINK"].includes(code)) throw error;
    copyFileSync(source, target);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder is not empty.
  }
}
