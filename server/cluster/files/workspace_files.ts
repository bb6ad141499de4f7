// Files of workspaces are copies, never hard links to the cached contents: scripts write to files beside them, and often
// to their own, and through a link that would change the same file in all workspaces and in the cache. Making the files
// read-only would not prevent it, because root ignores that.
import { mkdirSync, renameSync } from "node:fs";
import { unfinishedName, writeUnseen } from "../../platform/files/atomic_save.ts";
import { removeTree } from "../../platform/files/copy_tree.ts";
import { errorCode } from "../../platform/files/file_errors.ts";
import type { PinnedFolder } from "../../platform/files/pinned_folder.ts";
import { descend } from "../../platform/files/walk_tree.ts";
import { type BlobStore, MAX_BLOB_BYTES } from "./blob_store.ts";
import type { LocalBlobs } from "./local_blobs.ts";
import { type KnownHashes, readShared } from "./scan_tree.ts";
import { EXECUTABLE_MODE, type Manifest, ManifestError, type TreeFile } from "./tree_manifest.ts";
import { yieldToEventLoop } from "../../platform/event_loop.ts";

/** Files checked before yielding to other work. */
const AT_ONCE = 200;

/** Where contents come from: the cache, or else the database. */
export interface BlobSource {
  local: LocalBlobs;
  blobs: BlobStore;
}

/** Writes files into a folder that nobody uses yet. Throws `BlobError`, `ManifestError` and file system errors. */
export async function writeFiles(source: BlobSource, top: PinnedFolder, files: Manifest): Promise<void> {
  for await (const { path, file, bytes } of contentsOf(source, files)) {
    const names = path.split("/");
    using folder = await enterFolders(top, names.slice(0, -1));
    try {
      await writeUnseen(folder, names.at(-1)!, { content: [bytes], mode: modeOf(file) });
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
      // Names that differ only in case or in the form of a letter.
      throw new ManifestError(
        `this file system has the same name for ${JSON.stringify(path)} and another file`,
      );
    }
  }
}

/** Replaces files in a folder that may be in use; whatever has their paths is removed. Throws as `writeFiles`. */
export async function repairFiles(source: BlobSource, top: PinnedFolder, files: Manifest): Promise<void> {
  for await (const { path, file, bytes } of contentsOf(source, files)) {
    const names = path.split("/");
    const name = names.at(-1)!;
    using folder = await enterFolders(top, names.slice(0, -1));
    const unfinished = unfinishedName();
    try {
      await writeUnseen(folder, unfinished, { content: [bytes], mode: modeOf(file) });
      if (folder.find(name)?.isDirectory()) await removeTree(folder, name);
      renameSync(folder.at(unfinished), folder.at(name));
    } catch (error) {
      await removeTree(folder, unfinished);
      throw error;
    }
  }
}

/** Returns the files of a manifest that a folder does not have, or has changed. */
export async function findDamage(
  top: PinnedFolder,
  manifest: Manifest,
  known: KnownHashes,
): Promise<Map<string, TreeFile>> {
  const damaged = new Map<string, TreeFile>();
  let checked = 0;
  for (const [path, file] of manifest) {
    if (++checked % AT_ONCE === 0) await yieldToEventLoop();
    if (!await isIntact(top, path, file, known)) damaged.set(path, file);
  }
  return damaged;
}

async function isIntact(
  top: PinnedFolder,
  path: string,
  file: TreeFile,
  known: KnownHashes,
): Promise<boolean> {
  const names = path.split("/");
  const name = names.at(-1)!;
  try {
    using folder = descend(top, names.slice(0, -1));
    const stats = folder?.find(name);
    if (!folder || !stats?.isFile() || stats.size !== file.size || (stats.mode & 0o777) !== modeOf(file)) {
      return false;
    }
    const hash = known.find(path, stats);
    if (hash !== undefined) return hash === file.hash;
    const readAt = Date.now();
    const read = await readShared({ folder, name });
    if (read === null) return false;
    known.set(path, read.stats, read.file.hash, readAt);
    return read.file.hash === file.hash;
  } catch {
    return false;
  }
}

async function* contentsOf(
  { local, blobs }: BlobSource,
  files: Manifest,
): AsyncGenerator<{ path: string; file: TreeFile; bytes: Uint8Array }, void> {
  const byHash = Map.groupBy(files, ([, { hash }]) => hash);
  const missing: TreeFile[] = [];
  for (const [hash, entries] of byHash) {
    const bytes = await local.read(hash, MAX_BLOB_BYTES);
    if (bytes === null) missing.push(entries[0]![1]);
    else yield* entries.map(([path, file]) => ({ path, file, bytes }));
  }
  for await (const { hash, content } of blobs.getAll(missing)) {
    if (content instanceof Error) throw content;
    await local.write(hash, content);
    yield* byHash.get(hash)!.map(([path, file]) => ({ path, file, bytes: content }));
  }
}

// What is not a folder, such as a link that a script put there, makes way.
async function enterFolders(top: PinnedFolder, names: readonly string[]): Promise<PinnedFolder> {
  let folder = top.enter(".")!;
  for (const name of names) {
    using above = folder;
    const stats = above.find(name);
    if (stats !== null && !stats.isDirectory()) await removeTree(above, name);
    if (!stats?.isDirectory()) mkdirSync(above.at(name), { mode: 0o700 });
    const next = above.enter(name);
    if (next === null) throw Object.assign(new Error("a folder was replaced"), { code: "ENOTDIR" });
    folder = next;
  }
  return folder;
}

function modeOf({ mode }: TreeFile): number {
  return mode === EXECUTABLE_MODE ? 0o700 : 0o600;
}
