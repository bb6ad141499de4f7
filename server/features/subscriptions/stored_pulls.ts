// Stores pulls that are not in place: the files in a hidden folder next to the scripts, and a note with the
// metadata in the jobs directory. They wait for approval, or are kept so that the files of a preview can be
// read.
import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { unfinishedName } from "../../platform/files/atomic_save.ts";
import { PullEndedError } from "./pull_result.ts";
import { type Pulled, type PulledFile, readMessage, writeMessage } from "./pull/job.ts";
import { AppError } from "../../contract/app_error.ts";
import { type ComparedFile, type ComparedSide, MAX_VISIBLE_BYTES } from "../../contract/subscriptions.ts";
import { withFileErrors } from "../../platform/files/file_errors.ts";
import { FilesRoot } from "../../platform/files/files_root.ts";
import type { SharedFolders } from "../../platform/files/shared_folders.ts";
import { RegularFile } from "../../platform/files/regular_file.ts";
import { asText } from "../files/read_file.ts";

export interface StoredPull extends Pulled {
  runId: number;
}

export interface WorkspacePaths {
  /** Directory of the jobs. */
  jobs: string;
  scripts: string;
  /** What the panels that share a database store for each other. */
  folders?: SharedFolders | undefined;
}

const NAME = /^(?:\.sundial-)?((?:wait|seen)-\d+)(?:\.json|\.json\.new)?$/;

export function waitingName(subscriptionId: number): string {
  return `wait-${subscriptionId}`;
}

/** Returns the name of a preview's files; the prefix is on disk. */
export function previewName(runId: number): string {
  return `seen-${runId}`;
}

/** Returns the folder of a stored pull, relative to the scripts. */
export function folderOf(name: string): string {
  return `.sundial-${name}`;
}

export class StoredPulls {
  constructor(private readonly paths: WorkspacePaths) {}

  names(): string[] {
    const { jobs, scripts } = this.paths;
    const found = [...readdirSync(jobs), ...readdirSync(scripts)].flatMap((name) =>
      NAME.exec(name)?.[1] ?? []
    );
    return [...new Set(found)];
  }

  /**
   * Returns the metadata of the stored pull of a run, wherever it was stored: its files are then here. Null if it is not there
   * any more, or only on a panel whose files cannot be shared.
   */
  async get(name: string, runId: number): Promise<StoredPull | null> {
    const { folders, jobs } = this.paths;
    const own = this.find(name);
    if (own?.runId === runId || !folders) return own?.runId === runId ? own : null;
    const pull = await this.findShared(name);
    if (pull?.runId !== runId) return null;
    await this.removeOwn(name);
    if (!await folders.fetch(name, this.path(name))) return null;
    writeMessage(jobs, noteOf(name), pull);
    return pull;
  }

  /** Returns the metadata of a stored pull as the panels share it. */
  async findShared(name: string): Promise<StoredPull | null> {
    // Written by `save`.
    const found = await this.paths.folders?.find(name);
    return found ? found.note as StoredPull : null;
  }

  /** Stores a pull that is complete here for the other panels. */
  async share(name: string): Promise<void> {
    const pull = this.find(name);
    if (pull !== null) await this.paths.folders?.save(name, this.path(name), pull);
  }

  /** Returns the metadata of a stored pull; null unless it is complete here. */
  find(name: string): StoredPull | null {
    const found = readMessage<StoredPull>(this.paths.jobs, noteOf(name));
    return found !== null && existsSync(this.path(name)) ? found : null;
  }

  /**
   * Stores a folder below the scripts under a name, replacing what was there. Throws `PullEndedError` if the folder
   * is gone because the pull was stopped meanwhile; the previous files then stay.
   */
  async save(name: string, pull: StoredPull, staging: string): Promise<void> {
    const { jobs, scripts } = this.paths;
    if (!existsSync(join(scripts, staging))) throw new PullEndedError();
    // Renamed away in one step: deleting takes time, and the pull may be stopped meanwhile.
    const before = join(scripts, unfinishedName());
    if (existsSync(this.path(name))) renameSync(this.path(name), before);
    this.removeNote(name);
    writeMessage(jobs, noteOf(name), pull);
    renameSync(join(scripts, staging), this.path(name));
    await rm(before, { recursive: true, force: true });
    await this.share(name);
  }

  /** Moves a folder back to where it came from, unless something is there. */
  moveBack(name: string, staging: string): void {
    const target = join(this.paths.scripts, staging);
    if (existsSync(this.path(name)) && !existsSync(target)) renameSync(this.path(name), target);
  }

  /** Deletes a stored pull, for all panels. */
  async remove(name: string): Promise<void> {
    await this.paths.folders?.remove(name);
    await this.removeOwn(name);
  }

  /** Deletes the files of a stored pull that are on this machine. */
  async removeOwn(name: string): Promise<void> {
    this.removeNote(name);
    await rm(this.path(name), { recursive: true, force: true });
  }

  /** Deletes the note of a stored pull whose folder is now in use. */
  removeNote(name: string): void {
    rmSync(join(this.paths.jobs, noteOf(name)), { force: true });
    rmSync(join(this.paths.jobs, `${noteOf(name)}.new`), { force: true });
  }

  path(name: string): string {
    return join(this.paths.scripts, folderOf(name));
  }
}

function noteOf(name: string): string {
  return `${name}.json`;
}

// Reads one file of a pull that is not in place, together with the current file, for the user who reviews it.

interface ComparedPaths {
  pull: StoredPull;
  folder: string;
  /** The files that previous pulls put in place. */
  before: readonly PulledFile[];
  /** The scripts, and the current folder in it; null if there is none. */
  scripts: FilesRoot;
  alias: string | null;
  path: string;
}

/** Reads a file as it is and as it would be. Throws `not_found` if it exists on neither side. */
export async function compareFile(
  { pull, folder, before, scripts, alias, path }: ComparedPaths,
): Promise<ComparedFile> {
  const isIn = (files: readonly PulledFile[]) => files.some((file) => file.path === path);
  // Looks up only paths that a pull listed.
  if (!isIn(pull.files) && !isIn(before)) throw new AppError("not_found");
  return {
    runId: pull.runId,
    path,
    before: alias === null ? null : await readSide(scripts, `${alias}/${path}`),
    after: isIn(pull.files) ? await readSide(new FilesRoot(folder), path) : null,
  };
}

// Whatever scripts did to this path meanwhile, the other side stays readable.
async function readSide(root: FilesRoot, path: string): Promise<ComparedSide | null> {
  try {
    return await withFileErrors(path, async () => {
      using location = root.location(path);
      await using file = await RegularFile.open(location);
      const { size } = file.stats;
      if (size > MAX_VISIBLE_BYTES) return { size, format: "too_large" as const, content: null };
      const bytes = await file.readAll(MAX_VISIBLE_BYTES);
      return { size: bytes.length, ...asText(bytes, false) };
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "not_found") return null;
    if (error.code === "payload_too_large") return { size: null, format: "too_large", content: null };
    return { size: null, format: "no_file", content: null };
  }
}
