// Housekeeping of the files: empties the trash and removes what is no longer reachable.
import { fileAreas, TRASH_DAYS } from "../../contract/files.ts";
import type { Base } from "../../engine/base.ts";
import type { FilesParts } from "./files_parts.ts";
import type { Files } from "./service.ts";
import * as store from "./store.ts";
import { UNFINISHED_PREFIX } from "../../platform/files/atomic_save.ts";
import { removeTree } from "../../platform/files/copy_tree.ts";
import { errorCode } from "../../platform/files/file_errors.ts";
import { PinnedFolder } from "../../platform/files/pinned_folder.ts";
import { walkTree } from "../../platform/files/walk_tree.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const BATCH = 200;

export interface UpkeepOptions extends Pick<Base, "db" | "clock"> {
  parts: FilesParts;
  /** Only on the disk of this machine, because another panel takes care of what they share. */
  ownFilesOnly?: boolean;
  /** Yields between two batches. */
  pause(): Promise<void>;
}

/** Deletes old entries of the trash, versions of files that are long gone, and contents without a reference. */
export async function keepFiles(options: UpkeepOptions): Promise<void> {
  const { clock, parts, pause, ownFilesOnly = false } = options;
  const old = clock.now() - TRASH_DAYS * DAY_MS;
  if (!ownFilesOnly) {
    await parts.trash.purge(old, pause);
    for (const area of fileAreas) await forgetGone(options, parts.areas[area], old);
  }
  await removeUnused(options, clock.now() - HOUR_MS);
  await parts.trash.sweep(clock.now() - HOUR_MS);
}

/**
 * Removes unfinished files left by a crash. Files being written now are newer than `before` (ms since the
 * epoch).
 */
export async function sweepFiles(
  parts: FilesParts,
  before: number,
  signal: AbortSignal,
): Promise<void> {
  for (
    const path of [
      ...fileAreas.map((area) => parts.areas[area].area.folder),
      parts.versionsFolder,
    ]
  ) {
    await sweepUnfinished(path, before, signal);
  }
}

// The versions of a deleted file stay as long as it can be restored, and those that runs executed as long as
// the runs.
async function forgetGone({ db, pause }: UpkeepOptions, files: Files, old: number): Promise<void> {
  const area = files.area.name;
  // An empty area may be on a disk that is not mounted at the moment.
  if ((await files.tree("")).entries.length === 0) return;
  for (let path = "";;) {
    const some = await store.readVersionedFiles(db, { area, path }, BATCH);
    for (const file of some) {
      if (file.savedAt >= old || files.has(file.path)) continue;
      if (await store.isInTrash(db, { area, path: file.path })) continue;
      await store.removeVersionsOf(db, { area, path: file.path });
    }
    if (some.length < BATCH) return;
    path = some.at(-1)!.path;
    await pause();
  }
}

async function removeUnused(
  { db, parts, pause }: UpkeepOptions,
  before: number,
): Promise<void> {
  for (let first = 0; first < 256; first++) {
    const hashes = parts.contents.oldOnes(first.toString(16).padStart(2, "0"), before);
    for (let at = 0; at < hashes.length; at += BATCH) {
      const some = hashes.slice(at, at + BATCH);
      const used = await store.readUsedHashes(db, some);
      for (const hash of some) if (!used.has(hash)) parts.contents.remove(hash, before);
      await pause();
    }
  }
}

/** Removes unfinished files that a crashed panel left below a folder: those older than an instant (ms UTC). */
async function sweepUnfinished(path: string, before: number, signal: AbortSignal): Promise<void> {
  let folder: PinnedFolder;
  try {
    folder = PinnedFolder.open(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return;
    throw error;
  }
  using top = folder;
  for await (const { folder, name, stats } of walkTree(top, { withReserved: true })) {
    if (signal.aborted) return;
    if (name.startsWith(UNFINISHED_PREFIX) && stats.mtimeMs < before) await removeTree(folder, name);
  }
}
