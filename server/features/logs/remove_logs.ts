// Deletes logs for good, whatever the panel writes meanwhile: a folder is first put out of the way in one step, so that a run
// that begins now makes its folder anew instead of losing its log.
import { mkdirSync, renameSync, unlinkSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { AppError } from "../../contract/app_error.ts";
import { faultCode, withFileErrors } from "../../platform/files/file_faults.ts";
import type { FilesRoot, Place } from "../../platform/files/files_root.ts";
import { OWN_PREFIX } from "../../platform/files/path_names.ts";
import { removeEmptyFolders } from "../runs/remove_log.ts";
import { isWithin, namesOfLog } from "./log_names.ts";

/** Folders that are being deleted are called so; those of a panel that died go with the next. */
const LEAVING_PREFIX = `${OWN_PREFIX}leaving-`;

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
  const { files, root, live } = options;
  await withFileErrors(path, async () => {
    using place = files.place(path);
    const written = (await live()).find((one) => isWithin(one, place.path));
    if (written !== undefined) throw new AppError("log_in_use", { path: written });
    if (place.folder.look(place.name).isDirectory()) await removeFolder(options, place);
    else removeFiles(place);
    await removeEmptyFolders(root, [dirname(place.path)]);
  });
}

function removeFiles({ folder, name }: Place): void {
  const [log = name, ...beside] = namesOfLog(name);
  unlinkSync(folder.at(log));
  for (const one of beside) {
    try {
      unlinkSync(folder.at(one));
    } catch (fault) {
      if (faultCode(fault) !== "ENOENT") throw fault;
    }
  }
}

async function removeFolder({ root, live }: RemoveOptions, place: Place): Promise<void> {
  const leaving = join(root, `${LEAVING_PREFIX}${randomUUID()}`);
  renameSync(place.folder.at(place.name), leaving);
  // What began between the look and the step.
  for (const path of await live()) if (isWithin(path, place.path)) bringBack(root, leaving, place.path, path);
  for (const name of await readdir(root)) {
    if (name.startsWith(LEAVING_PREFIX)) await rm(join(root, name), { recursive: true, force: true });
  }
}

function bringBack(root: string, leaving: string, folder: string, log: string): void {
  for (const name of namesOfLog(log)) {
    try {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      renameSync(join(leaving, name.slice(folder.length + 1)), join(root, name));
    } catch (fault) {
      if (faultCode(fault) !== "ENOENT") throw fault;
    }
  }
}
