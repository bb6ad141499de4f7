// Deletes logs for good, whatever the panel writes meanwhile: a folder is first put out of the way in one step, so that a run
// that begins now makes its folder anew instead of losing its log.
import { renameSync, unlinkSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { AppError } from "../../contract/app_error.ts";
import { errorCode, withFileErrors } from "../../platform/files/file_errors.ts";
import { FilesRoot, type Location } from "../../platform/files/files_root.ts";
import { RESERVED_PREFIX } from "../../platform/files/path_names.ts";
import { removeEmptyFolders } from "../runs/remove_log.ts";
import { isWithin, namesOfLog } from "./log_names.ts";

/** Folders that are being deleted are called so; those of a panel that died go with the next. */
const LEAVING_PREFIX = `${RESERVED_PREFIX}leaving-`;

export interface RemoveOptions {
  files: FilesRoot;
  /** Folder of all logs. */
  root: string;
  /** Lists the logs that are being written. */
  live(): Promise<string[]>;
}

/**
 * Deletes a log with what is beside it, or a folder, and the folders around it that are empty then. Throws `log_in_use` when a
 * process still writes one of them, and other `AppError`s.
 */
export async function removeLogs(options: RemoveOptions, path: string): Promise<void> {
  const { files, live } = options;
  await withFileErrors(path, async () => {
    using location = files.location(path);
    const written = (await live()).find((one) => isWithin(one, location.path));
    if (written !== undefined) throw new AppError("log_in_use", { path: written });
    if (location.folder.check(location.name).isDirectory()) await removeFolder(options, location);
    else removeFiles(location);
    removeEmptyFolders(files, [dirname(location.path)]);
  });
}

function removeFiles({ folder, name }: Location): void {
  const [log = name, ...beside] = namesOfLog(name);
  unlinkSync(folder.at(log));
  for (const one of beside) {
    try {
      unlinkSync(folder.at(one));
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw error;
    }
  }
}

async function removeFolder({ files, root, live }: RemoveOptions, location: Location): Promise<void> {
  const leaving = join(root, `${LEAVING_PREFIX}${randomUUID()}`);
  renameSync(location.folder.at(location.name), leaving);
  // What began between the look and the step.
  for (const path of await live()) {
    if (isWithin(path, location.path)) bringBack(files, { leaving, folder: location.path }, path);
  }
  for (const name of await readdir(root)) {
    if (name.startsWith(LEAVING_PREFIX)) await rm(join(root, name), { recursive: true, force: true });
  }
}

// Through the resolver at both ends, for what is moved away may hold links. Its name is one that nobody may send, so it is the
// root here.
function bringBack(files: FilesRoot, from: { leaving: string; folder: string }, log: string): void {
  const left = new FilesRoot(from.leaving);
  for (const path of namesOfLog(log)) {
    try {
      using source = left.location(path.slice(from.folder.length + 1));
      using target = files.location(path, { make: true });
      renameSync(source.folder.at(source.name), target.folder.at(target.name));
    } catch (error) {
      if (errorCode(error) !== "ENOENT" && !(error instanceof AppError)) throw error;
    }
  }
}
