import { join } from "node:path";
import type { ArchivedContent } from "../../platform/files/archived_content.ts";
import type { NewEntry } from "../../platform/archive/write_archive.ts";
import { errorCode } from "../../platform/files/file_errors.ts";
import { joinNames } from "../../platform/files/path_names.ts";
import { PinnedFolder } from "../../platform/files/pinned_folder.ts";
import { RegularFile } from "../../platform/files/regular_file.ts";
import { type WalkedEntry, walkTree } from "../../platform/files/walk_tree.ts";

export interface FolderEntriesOptions {
  /** Files of these names are left out. */
  without?(name: string): boolean;
  /** Gives what stands for a file, where that is not its content as it lies on the disk. */
  contentOf?(entry: WalkedEntry): Promise<ArchivedContent>;
  /** Told of what cannot be in an archive: links, pipes, what nobody may read. */
  onLeftOut(path: string): void;
}

/**
 * Lists a folder of the data folder, and all below it, as entries of an archive. Each is to be read before the next is asked for.
 * Links are never followed; what is gone meanwhile is left out.
 */
export async function* folderEntries(
  root: string,
  name: string,
  options: FolderEntriesOptions,
): AsyncGenerator<NewEntry, void> {
  using top = openFolder(join(root, name));
  if (top === null) return;
  yield { name, mode: 0o755, mtime: new Date(0), content: null };
  for await (const entry of walkTree(top)) {
    const { stats, names } = entry;
    const path = joinNames(name, ...names);
    if (stats.isDirectory()) yield { name: path, mode: modeOf(stats), mtime: stats.mtime, content: null };
    else if (!stats.isFile()) options.onLeftOut(path);
    else if (!options.without?.(entry.name)) yield* fileEntry(path, entry, options);
  }
}

/** Reads one file of the data folder as an entry of an archive; none when it is not there. */
export async function* singleEntry(path: string, name: string): AsyncGenerator<NewEntry, void> {
  using folder = PinnedFolder.open(join(path, ".."));
  const stats = folder.find(join(path).split("/").at(-1)!);
  if (!stats?.isFile()) return;
  const entry = { folder, name: path.split("/").at(-1)!, names: [name], stats };
  yield* fileEntry(name, entry, { onLeftOut: () => {} });
}

async function* fileEntry(
  path: string,
  entry: WalkedEntry,
  { contentOf, onLeftOut }: FolderEntriesOptions,
): AsyncGenerator<NewEntry, void> {
  const opened = await RegularFile.open({ ...entry, path }).catch((error) => {
    if (errorCode(error) !== "ENOENT") onLeftOut(path);
    return null;
  });
  if (opened === null) return;
  await using file = opened;
  const content = await contentOf?.(entry) ?? { size: file.stats.size, chunks: file.chunks(), filler: 0 };
  yield { name: path, mode: modeOf(entry.stats), mtime: entry.stats.mtime, content };
}

function openFolder(path: string): PinnedFolder | null {
  try {
    return PinnedFolder.open(path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "")) return null;
    throw error;
  }
}

function modeOf({ mode }: { mode: number }): number {
  return mode & 0o777;
}
