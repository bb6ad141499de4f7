// Removes logs through the resolver: a task may have replaced its log, or the log's directory, with a link.
import { rmdirSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";
import { AppError } from "../../contract/app_error.ts";
import { timesFile } from "../../engine/logs/log_shape.ts";
import { errorCode } from "../../platform/files/file_errors.ts";
import type { FilesRoot } from "../../platform/files/files_root.ts";
import type { PinnedFolder } from "../../platform/files/pinned_folder.ts";

/**
 * Removes a log and its companion files; does nothing if they are already gone. A directory in its place
 * stays, because it is not a log. Throws file system errors.
 */
export function removeLog(files: FilesRoot, path: string): void {
  using location = findLogFile(files, path);
  if (location === null) return;
  const { folder, name } = location;
  const times = timesFile(name);
  for (const file of [name, times, `${name}.tmp`, `${times}.tmp`]) removeFile(folder, file);
}

/** Removes those of the given directories that are empty, and then their parents if they are empty too. */
export function removeEmptyFolders(files: FilesRoot, folders: Iterable<string>): void {
  for (const folder of folders) {
    for (let path = folder; path !== "." && path !== "/" && path !== ""; path = dirname(path)) {
      if (!removeEmpty(files, path)) break;
    }
  }
}

// Neither recursive nor through links, so anything that is not empty stays.
function removeEmpty(files: FilesRoot, path: string): boolean {
  try {
    using location = files.location(path);
    rmdirSync(location.folder.at(location.name));
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
    if (errorCode(error) !== "ENOENT") throw error;
  }
}

// Null if no log of ours can be there.
function findLogFile(files: FilesRoot, path: string) {
  try {
    return files.location(path);
  } catch (error) {
    if (error instanceof AppError && GONE.some((code) => code === error.code)) return null;
    throw error;
  }
}

const GONE = ["not_found", "wrong_kind", "outside_root", "validation_failed"] as const;
