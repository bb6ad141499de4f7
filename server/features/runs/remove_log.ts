// Removes logs through the resolver: a task may have put a link in place of its log, or of the directory of it.
import { rmdirSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";
import { AppError } from "../../contract/app_error.ts";
import { timesFile } from "../../engine/log_shape.ts";
import { faultCode } from "../../platform/files/file_faults.ts";
import type { FilesRoot } from "../../platform/files/files_root.ts";
import type { PinnedFolder } from "../../platform/files/pinned_folder.ts";

/**
 * Removes a log and what belongs to it; nothing happens when it is gone already. A directory in its place stays: it is no log.
 * Throws errors of the file system.
 */
export function removeLog(files: FilesRoot, path: string): void {
  using place = findPlace(files, path);
  if (place === null) return;
  const { folder, name } = place;
  const times = timesFile(name);
  for (const file of [name, times, `${name}.tmp`, `${times}.tmp`]) removeFile(folder, file);
}

/** Removes those of some directories that are empty now, and the directories around them that are then. */
export function removeEmptyFolders(files: FilesRoot, folders: Iterable<string>): void {
  for (const folder of folders) {
    for (let path = folder; path !== "." && path !== "/" && path !== ""; path = dirname(path)) {
      if (!removeEmpty(files, path)) break;
    }
  }
}

// Not recursive, and not through a link: what is not empty stays.
function removeEmpty(files: FilesRoot, path: string): boolean {
  try {
    using place = files.place(path);
    rmdirSync(place.folder.at(place.name));
    return true;
  } catch {
    return false;
  }
}

function removeFile(folder: PinnedFolder, name: string): void {
  if (folder.find(name)?.isDirectory()) return;
  try {
    unlinkSync(folder.at(name));
  } catch (error) {
    if (faultCode(error) !== "ENOENT") throw error;
  }
}

// Null when nothing of ours can be there.
function findPlace(files: FilesRoot, path: string) {
  try {
    return files.place(path);
  } catch (error) {
    if (error instanceof AppError && GONE.some((code) => code === error.code)) return null;
    throw error;
  }
}

const GONE = ["not_found", "wrong_kind", "outside_root", "validation_failed"] as const;
