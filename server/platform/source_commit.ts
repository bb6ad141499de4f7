import { readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

const COMMIT = /^[0-9a-f]{40,64}$/;

/**
 * Reads the commit of a git checkout, without git; null when there is none. `HEAD` contains a commit or a branch, and the
 * branch is stored in its own file or among the packed refs (gitrepository-layout).
 */
export function readSourceCommit(root: string): string | null {
  try {
    const folder = gitFolder(join(root, ".git"));
    const head = read(folder, "HEAD");
    const branch = /^ref: (refs\/\S+)$/.exec(head)?.[1];
    const found = branch === undefined ? head : readBranch(folder, branch);
    return COMMIT.test(found) ? found : null;
  } catch {
    return null;
  }
}

/** Returns the git folder of a checkout; for a linked worktree, the `.git` file names it. */
function gitFolder(path: string): string {
  if (statSync(path).isDirectory()) return path;
  return resolve(path, "..", readFileSync(path, "utf8").trim().replace(/^gitdir: /, ""));
}

function readBranch(folder: string, branch: string): string {
  const common = commonFolder(folder);
  try {
    return read(common, branch);
  } catch {
    const line = read(common, "packed-refs").split("\n").find((one) => one.endsWith(` ${branch}`));
    return line?.split(" ")[0] ?? "";
  }
}

function commonFolder(folder: string): string {
  try {
    return resolve(folder, read(folder, "commondir"));
  } catch {
    return folder;
  }
}

function read(folder: string, name: string): string {
  return readFileSync(join(folder, name), "utf8").trim();
}
