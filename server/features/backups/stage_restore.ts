// The first, longer part of a restore, while the panel runs: everything is unpacked to a separate folder,
// checked and synced to disk. A single file commits the restore; until it exists, nothing has happened.
import { join } from "node:path";
import type { BackupPart } from "../../contract/automatic_backups.ts";
import { archiveError } from "../../platform/archive/archive_form.ts";
import { type Disk, findAt } from "../../platform/disk.ts";
import { withFileErrors } from "../../platform/files/file_errors.ts";
import { runDatabaseJob } from "./database_jobs.ts";
import { examineCopy } from "./examine_copy.ts";
import { BIN_FOLDER, DATABASE_COMPANIONS, DATABASE_FILE, partOf, VERSIONS_FOLDER } from "./parts.ts";
import {
  ABOUT,
  aboutBefore,
  BEFORE_PREFIX,
  pathsOf,
  type RestoreJournal,
  STAGED_PREFIX,
  writeJournal,
} from "./restore_journal.ts";
import { unpackArchive } from "./unpack_archive.ts";
import { AppError } from "../../contract/app_error.ts";
import { systemClock } from "../../platform/clock.ts";
import { runToEnd } from "../../platform/process/run_to_end.ts";
import { trialHost } from "../../platform/script_host.ts";

const TIME_LIMIT_MS = 10 * 60_000;
const MAX_REASON = 300;

export interface StageOptions {
  /** The data folder. */
  root: string;
  archive: string;
  /** The parts to restore; all parts of the archive if undefined. */
  parts?: readonly BackupPart[] | undefined;
  passphrase?: string | undefined;
  disk: Disk;
  /** In ms since the epoch. */
  now: number;
  /** Tests that a panel starts with the unpacked files if they include a database; throws if it does not. */
  trial(staged: Staged): Promise<void>;
  onProgress?(step: "unpacking" | "checking", percent: number | null): void;
}

/**
 * Unpacks and checks an archive, then commits it for the next start. Throws `archive_refused`, `storage_full`
 * and similar, leaving everything as it was.
 */
export async function stageRestore(options: StageOptions): Promise<RestoreJournal> {
  const { root, archive, passphrase, disk, now, onProgress } = options;
  const staged = `${STAGED_PREFIX}${now}`;
  const folder = join(root, staged);
  try {
    // It may be deleted between the request and this step, like a state before a restore.
    const { size } = await withFileErrors(archive, () => Deno.stat(archive));
    onProgress?.("unpacking", 0);
    const { manifest } = await unpackArchive(archive, {
      into: folder,
      passphrase,
      disk,
      wants: (name) => isWanted(name, options.parts),
      onBytes: (bytes) => onProgress?.("unpacking", Math.min(99, Math.floor(bytes / size * 25))),
    });
    const parts = options.parts ?? manifest.parts;
    if (!parts.every((part) => manifest.parts.includes(part))) throw archiveError("part_missing");
    await refuseFixed(root, parts);
    onProgress?.("checking", null);
    if (parts.includes("database")) {
      await examineCopy(folder, manifest);
      await settleDatabase({ root, folder, parts });
      await options.trial({ root, folder, disk });
    }
    await disk.syncAll(folder);
    return await decide({ root, disk }, { id: now, staged, parts: [...parts], from: manifest.createdAt });
  } catch (error) {
    await disk.remove(folder).catch(() => {});
    throw error;
  }
}

/** Commits a state before an earlier restore for the next start. Throws `not_found` if it is gone. */
export async function stageUndo(
  { root, id, disk, now }: { root: string; id: number; disk: Disk; now: number },
): Promise<RestoreJournal> {
  const staged = `${BEFORE_PREFIX}${id}`;
  const aboutFile = join(root, staged, ABOUT);
  const about = aboutBefore.parse(
    JSON.parse(await withFileErrors(aboutFile, () => Deno.readTextFile(aboutFile))),
  );
  await refuseFixed(root, about.parts);
  const { parts, createdAt: from, absent } = about;
  return await decide({ root, disk }, { id: now, staged, parts, from, absent });
}

async function decide(
  { root, disk }: Pick<StageOptions, "root" | "disk">,
  { absent = [], ...details }: Pick<RestoreJournal, "id" | "staged" | "parts" | "from"> & {
    absent?: string[];
  },
): Promise<RestoreJournal> {
  const coming: string[] = [];
  for (const name of pathsOf(details.parts)) {
    if (await findAt(join(root, details.staged, name)) && !isCompanion(name)) coming.push(name);
  }
  const going = [...absent, ...details.parts.includes("database") ? DATABASE_COMPANIONS : []];
  const before = `${BEFORE_PREFIX}${details.id}`;
  const journal = { ...details, before, coming, going, phase: "committed" as const };
  await disk.syncFolder(root);
  await withFileErrors(root, () => writeJournal(root, journal, disk));
  return journal;
}

// SQLite merges its companion files into the database before it is put in place.
function isCompanion(name: string): boolean {
  return DATABASE_COMPANIONS.some((companion) => companion === name);
}

function isWanted(name: string, parts: readonly BackupPart[] | undefined): boolean {
  const part = partOf(name.split("/")[0] ?? "");
  return part !== null && (parts?.includes(part) ?? true);
}

// If the archive contains the file history, compares with that, else with the current one, which stays.
async function settleDatabase(
  { root, folder, parts }: { root: string; folder: string; parts: readonly BackupPart[] },
): Promise<void> {
  const history = parts.includes("history") ? folder : root;
  await runDatabaseJob({
    kind: "settle",
    path: join(folder, DATABASE_FILE),
    versions: join(history, VERSIONS_FOLDER),
    trash: join(history, BIN_FOLDER),
  });
}

// A mount point cannot be renamed, and a partial restore is not a restore.
async function refuseFixed(root: string, parts: readonly BackupPart[]): Promise<void> {
  const { dev } = await Deno.stat(root);
  for (const name of pathsOf(parts)) {
    const found = await findAt(join(root, name));
    if (found && !found.isSymlink && found.dev !== dev) throw archiveError("place_fixed", { name });
  }
}

interface Staged {
  /** The data folder. */
  root: string;
  /** Folder with the unpacked files. */
  folder: string;
  disk: Disk;
}

/**
 * Starts a panel on a copy of the files unpacked to `folder`, in an isolated process. Throws
 * `archive_refused` if it does not start, and `storage_full` if there is no space for the copy.
 */
export async function tryStaged({ root, folder, disk }: Staged): Promise<void> {
  const [program = "", ...args] = trialHost();
  const trial = join(folder, "trial");
  try {
    const { isFine, complaint } = await runToEnd({
      program,
      args: [...args, folder, trial, root],
      limitMs: TIME_LIMIT_MS,
      clock: systemClock,
    });
    if (isFine) return;
    if (/disk is full|no space left/i.test(complaint)) throw new AppError("storage_full");
    throw archiveError("does_not_start", { reason: reasonIn(complaint) });
  } finally {
    await disk.remove(trial);
  }
}

// Part of it comes from the author of the archive, so control characters are removed.
function reasonIn(complaint: string): string {
  const reason = complaint.trim().replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, " ");
  return reason.length > MAX_REASON ? `${reason.slice(0, MAX_REASON)}…` : reason || "?";
}
