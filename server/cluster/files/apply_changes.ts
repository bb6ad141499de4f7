// Writes the changes of other machines into an area. Paths are walked name by name without following any link. A file is
// only replaced or removed while it is what the scan found, and only after its content was handed over.
import { mkdirSync, readdirSync, rmdirSync, type Stats, unlinkSync } from "node:fs";
import { AppError } from "../../contract/app_error.ts";
import { UnfinishedFile } from "../../platform/files/atomic_save.ts";
import { errorCode } from "../../platform/files/file_errors.ts";
import { type Hold, PinnedFolder } from "../../platform/files/pinned_folder.ts";
import { isStorageFull } from "../../platform/files/storage_full.ts";
import { descend } from "../../platform/files/walk_tree.ts";
import { BlobError, type BlobStore } from "./blob_store.ts";
import { readShared } from "./scan_tree.ts";
import { EXECUTABLE_MODE, foldersAbove, isSameFile, type Manifest, type TreeFile } from "./tree_manifest.ts";

/** Files written at the same time: a disk syncs several in little more time than one. */
const AT_ONCE = 32;

export interface ApplyOptions {
  /** Path of the area. */
  folder: string;
  hold?: Hold | undefined;
  blobs: BlobStore;
  /** Runs an action while nothing else changes the area. */
  exclusive<T>(action: () => Promise<T>): Promise<T>;
  /** Stores a content that is about to be replaced or removed. */
  overwritten(path: string, content: { hash: string; bytes: Uint8Array<ArrayBuffer> }): Promise<void>;
}

export interface TreeChanges {
  writes: Manifest;
  removals: Manifest;
}

export interface AppliedChanges {
  applied: Set<string>;
  /** Why other paths were left unchanged. */
  skipped: Map<string, string>;
}

interface Change {
  top: PinnedFolder;
  path: string;
  /** The file that must be there now; undefined for none. */
  expected: TreeFile | undefined;
}

/** Thrown for a path that is left unchanged; the message says why. */
class SkippedError extends Error {}

/** Applies changes to an area that a scan found to have the files of `local`. Throws when the disk is full. */
export async function applyChanges(
  options: ApplyOptions,
  { writes, removals }: TreeChanges,
  local: Manifest,
): Promise<AppliedChanges> {
  const result: AppliedChanges = { applied: new Set(), skipped: new Map() };
  using top = PinnedFolder.open(options.folder, options.hold);
  // First, because a folder may take the path of a file.
  for (const path of removals.keys()) {
    await attempt(
      result,
      path,
      () => options.exclusive(() => removeFile(options, { top, path, expected: local.get(path) })),
    );
  }
  await writeFiles(options, writes, (path, content) =>
    attempt(result, path, async () => {
      if (content instanceof Error) throw content;
      const change = { top, path, expected: local.get(path) };
      await writeFile(options, change, { file: writes.get(path)!, bytes: content });
    }));
  await syncFolders(top, result.applied);
  return result;
}

async function writeFiles(
  { blobs }: ApplyOptions,
  writes: Manifest,
  write: (path: string, content: Uint8Array | BlobError) => Promise<void>,
): Promise<void> {
  const byHash = Map.groupBy(writes.keys(), (path) => writes.get(path)!.hash);
  const running = new Set<Promise<void>>();
  try {
    for await (const { hash, content } of blobs.getAll(writes.values())) {
      for (const path of byHash.get(hash)!) {
        const one = write(path, content).finally(() => running.delete(one));
        running.add(one);
        if (running.size === AT_ONCE) await Promise.race(running);
      }
    }
    await Promise.all(running);
  } finally {
    await Promise.allSettled(running);
  }
}

// One file that cannot be written must not keep the others from being written.
async function attempt(
  { applied, skipped }: AppliedChanges,
  path: string,
  action: () => Promise<void>,
): Promise<void> {
  try {
    await action();
    applied.add(path);
  } catch (error) {
    const isExpected = error instanceof SkippedError || error instanceof BlobError ||
      error instanceof AppError || errorCode(error) !== null;
    if (!isExpected || isStorageFull(error)) throw error;
    skipped.set(path, (error as Error).message);
  }
}

async function removeFile(options: ApplyOptions, { top, path, expected }: Change): Promise<void> {
  const names = path.split("/");
  using folder = descend(top, names.slice(0, -1));
  const name = names.at(-1)!;
  if (folder === null) throw new SkippedError("a folder of its path is something else");
  const stats = await handOver(options, { folder, name, path, expected });
  checkUnchanged(folder, name, stats);
  if (stats === null) return;
  unlinkSync(folder.at(name));
  removeEmptyFolders(top, names.slice(0, -1));
}

async function writeFile(
  options: ApplyOptions,
  { top, path, expected }: Change,
  { file, bytes }: { file: TreeFile; bytes: Uint8Array },
): Promise<void> {
  const names = path.split("/");
  const name = names.at(-1)!;
  using folder = makeFolders(top, names.slice(0, -1));
  using unfinished = await UnfinishedFile.write(folder, [bytes], {
    mode: file.mode,
    leavesFolderUnsynced: true,
  });
  await options.exclusive(async () => {
    if (expected === undefined) removeEmptyTree(folder, name);
    const stats = await handOver(options, { folder, name, path, expected, next: file.hash });
    if (stats) unfinished.copyAttributes({ uid: stats.uid, gid: stats.gid, mode: modeAfter(stats, file) });
    checkUnchanged(folder, name, stats);
    if (stats) await unfinished.replace(name);
    else await unfinished.put(name);
  });
}

// Returns the stats of the file that was handed over; null when there is none.
async function handOver(
  options: ApplyOptions,
  { folder, name, path, expected, next }: {
    folder: PinnedFolder;
    name: string;
    path: string;
    expected: TreeFile | undefined;
    next?: string;
  },
): Promise<Stats | null> {
  const found = folder.find(name);
  if (found === null) {
    if (expected !== undefined) throw new SkippedError("it was removed meanwhile");
    return null;
  }
  if (expected === undefined || !found.isFile()) throw new SkippedError("something else has its name");
  const current = await readShared({ folder, name });
  if (current === null || !isSameFile(current.file, expected)) {
    throw new SkippedError("it was changed meanwhile");
  }
  const { hash } = current.file;
  if (hash !== next) await options.overwritten(path, { hash, bytes: current.bytes });
  return current.stats;
}

// Only what does not use the panel can have changed it since it was read.
function checkUnchanged(folder: PinnedFolder, name: string, before: Stats | null): void {
  const now = folder.find(name);
  const isUnchanged = now === null || before === null
    ? now === before
    : now.ino === before.ino && now.size === before.size && now.ctimeMs === before.ctimeMs;
  if (!isUnchanged) throw new SkippedError("it was changed meanwhile");
}

// The permissions that the machine gave it stay, except for who may execute it: those who may read it.
function modeAfter({ mode }: Stats, file: TreeFile): number {
  const plain = mode & 0o666;
  return file.mode === EXECUTABLE_MODE ? plain | (plain & 0o444) >> 2 : plain;
}

// Opens a folder below another one without following any link; creates what is missing.
function makeFolders(top: PinnedFolder, names: readonly string[]): PinnedFolder {
  let folder = top.enter(".")!;
  for (const name of names) {
    using above = folder;
    try {
      mkdirSync(above.at(name));
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    }
    const next = above.enter(name);
    if (next === null) throw new SkippedError(`${JSON.stringify(name)} of its path is not a folder`);
    folder = next;
  }
  return folder;
}

// Folders without files are not part of a tree: they make way for a file.
function removeEmptyTree(above: PinnedFolder, name: string): void {
  if (!above.find(name)?.isDirectory()) return;
  using folder = above.enter(name);
  if (folder === null) return;
  for (const inner of readdirSync(folder.at())) removeEmptyTree(folder, inner);
  try {
    rmdirSync(above.at(name));
  } catch (error) {
    if (errorCode(error) !== "ENOTEMPTY") throw error;
  }
}

// Each folder once, before the changes are remembered as complete.
async function syncFolders(top: PinnedFolder, applied: ReadonlySet<string>): Promise<void> {
  const folders = new Set([...applied].flatMap((path) => ["", ...foldersAbove(path)]));
  for (const path of folders) {
    try {
      using folder = descend(top, path === "" ? [] : path.split("/"));
      await folder?.sync();
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw error;
    }
  }
}

// A manifest has no folders: one that is empty after its files were removed elsewhere goes with them.
function removeEmptyFolders(top: PinnedFolder, names: readonly string[]): void {
  for (let depth = names.length; depth > 0; depth--) {
    try {
      using above = descend(top, names.slice(0, depth - 1));
      if (above === null) return;
      rmdirSync(above.at(names[depth - 1]!));
    } catch {
      return;
    }
  }
}
