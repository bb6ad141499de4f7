// Writes all files of a commit, for scripts that use more of their repository than the files that become tasks.
import { mkdirSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Repository, TreeEntry } from "../../../platform/git/repository.ts";
import type { PullLimits } from "./job.ts";
import { CREATE, pathIssue } from "./staging.ts";

/** Why a repository was not written as a whole. */
export type Incomplete = { tooLarge: number } | { leftOut: number };

/**
 * Writes the files below a new folder. They are not synced to disk, because the next pull writes them again. Returns null if
 * all were written. Throws file system errors and those of git.
 */
export async function copyRepository(
  repository: Repository,
  entries: readonly TreeEntry[],
  { folder, limits }: { folder: string; limits: PullLimits },
): Promise<Incomplete | null> {
  const files = entries.filter(({ kind, path, size }) =>
    kind === "file" && pathIssue(path) === null && size <= limits.fileBytes
  );
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > limits.totalBytes) return { tooLarge: bytes };
  mkdirSync(folder, { mode: 0o755 });
  let leftOut = entries.length - files.length;
  let at = 0;
  for await (const content of repository.contents(files)) {
    const { path, isExecutable } = files[at++]!;
    if (!await write(join(folder, path!), content, isExecutable ? 0o755 : 0o644)) leftOut++;
  }
  return leftOut === 0 ? null : { leftOut };
}

async function write(file: string, content: Uint8Array, mode: number): Promise<boolean> {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
    await using handle = await open(file, CREATE, mode);
    await handle.writeFile(content);
    return true;
  } catch (error) {
    // Another file has its path, which only happens in a malformed tree.
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (["EEXIST", "ENOTDIR", "EISDIR"].includes(code)) return false;
    throw error;
  }
}
