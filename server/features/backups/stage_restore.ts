// The longer half of a restore, while the panel runs: everything is unpacked beside, looked through and put on the disk. What is
// decided then is one file; until it is there, nothing has happened.
import { join } from "node:path";
import type { BackupPart } from "../../contract/automatic_backups.ts";
import { archiveError } from "../../platform/archive/archive_error.ts";
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
import type { Staged } from "./try_staged.ts";
import { unpackArchive } from "./unpack_archive.ts";

export interface StageOptions {
  /** The data folder. */
  root: string;
  archive: string;
  /** What to restore; all that it holds when undefined. */
  parts?: readonly BackupPart[] | undefined;
  passphrase?: string | undefined;
  disk: Disk;
  /** Milliseconds UTC. */
  now: number;
  /** Tries whether a panel starts with what was unpacked, if there is a database in it; throws when none does. */
  trial(staged: Staged): Promise<void>;
  onProgress?(step: "unpacking" | "checking", percent: number | null): void;
}

/**
 * Unpacks and checks what an archive holds, then decides that the next start puts it in place. Throws `archive_refused`,
 * `storage_full` and the like, with everything as it was.
 */
export async function stageRestore(options: StageOptions): Promise<RestoreJournal> {
  const { root, archive, passphrase, disk, now, onProgress } = options;
  const staged = `${STAGED_PREFIX}${now}`;
  const folder = join(root, staged);
  try {
    // It may go between the question and its work, as may a state before.
    const { size } = await withFileErrors(archive, () => Deno.stat(archive));
    onProgress?.("unpacking", 0);
    const { manifest } = await unpackArchive(archive, {
      ...{ into: folder, passphrase, disk },
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

/** Decides that the next start puts a state back that an earlier restore put aside. Throws `not_found` when it is gone. */
export async function stageUndo(
  { root, id, disk, now }: { root: string; id: number; disk: Disk; now: number },
): Promise<RestoreJournal> {
  const staged = `${BEFORE_PREFIX}${id}`;
  const note = join(root, staged, ABOUT);
  const about = aboutBefore.parse(JSON.parse(await withFileErrors(note, () => Deno.readTextFile(note))));
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

// What a database has beside it is taken into it before it takes its place.
function isCompanion(name: string): boolean {
  return DATABASE_COMPANIONS.some((companion) => companion === name);
}

function isWanted(name: string, parts: readonly BackupPart[] | undefined): boolean {
  const part = partOf(name.split("/")[0] ?? "");
  return part !== null && (parts?.includes(part) ?? true);
}

// What has its history in the archive is compared with that, else with the history that stays.
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

// A disk that is mounted there cannot be renamed, and half a restore is none.
async function refuseFixed(root: string, parts: readonly BackupPart[]): Promise<void> {
  const { dev } = await Deno.stat(root);
  for (const name of pathsOf(parts)) {
    const found = await findAt(join(root, name));
    if (found && !found.isSymlink && found.dev !== dev) throw archiveError("place_fixed", { name });
  }
}
