// The remaining steps of a restore, stored in the data folder, so that the next start continues where the
// process died. Without a journal, nothing has been decided and everything stays as it was.
import { join } from "node:path";
import * as z from "zod";
import { type BackupPart, backupPartList } from "../../contract/automatic_backups.ts";
import { instant } from "../../contract/shapes.ts";
import type { Disk } from "../../platform/disk.ts";
import { KEY_FILE } from "../../platform/seal.ts";
import { DATABASE_COMPANIONS, partPaths } from "./parts.ts";

const JOURNAL = "restore.json";
const OUTCOME = "restore-outcome.json";
/** File that describes a state that was moved aside. */
export const ABOUT = "about.json";
export const STAGED_PREFIX = "restore-";
export const BEFORE_PREFIX = "before-restore-";

const name = z.string().regex(/^(?!\.{1,2}$)[\w.-]{1,100}$/);

const restoreJournal = z.object({
  /** In ms since the epoch; also names the folder of the previous state. */
  id: z.int().positive(),
  /** Folder with the restored content. */
  staged: name,
  /** Folder for the previous state. */
  before: name,
  parts: backupPartList,
  /** Names in the data folder that are replaced by the staged ones. */
  coming: z.array(name),
  /** Names that are removed without a replacement. */
  going: z.array(name),
  /** When the backup was made. */
  from: instant,
  /**
   * `committed`: the database still has to be prepared; `starting`: everything is in place, and the panel is
   * starting with it; `undoing`: it could not be put in place, or the panel did not start.
   */
  phase: z.enum(["committed", "renaming", "starting", "undoing"]),
});
export type RestoreJournal = z.infer<typeof restoreJournal>;

const restoreOutcome = z.object({ from: instant, parts: backupPartList, fault: z.string().nullable() });
/** The outcome of the last restore; `fault` is null if it succeeded. */
export type RestoreOutcome = z.infer<typeof restoreOutcome>;

/** Describes a state that was moved aside. */
export const aboutBefore = z.object({
  createdAt: instant,
  parts: backupPartList,
  /** Names that did not exist. */
  absent: z.array(name),
});
export type AboutBefore = z.infer<typeof aboutBefore>;

/** Reads the journal of a data folder; null if there is nothing to do. Throws if it cannot be read. */
export async function readJournal(root: string): Promise<RestoreJournal | null> {
  const text = await readText(join(root, JOURNAL));
  return text === null ? null : restoreJournal.parse(JSON.parse(text));
}

/** Writes the journal, which commits the restore. */
export async function writeJournal(root: string, journal: RestoreJournal, disk: Disk): Promise<void> {
  await disk.replaceText(join(root, JOURNAL), JSON.stringify(journal));
}

/** Ends a restore: stores the outcome, then removes the journal. */
export async function endJournal(root: string, outcome: RestoreOutcome, disk: Disk): Promise<void> {
  await disk.replaceText(join(root, OUTCOME), JSON.stringify(outcome));
  await disk.remove(join(root, JOURNAL));
  await disk.syncFolder(root);
}

/** Returns the outcome of the last restore once and removes it; null if there is none. */
export async function takeOutcome(root: string): Promise<RestoreOutcome | null> {
  const path = join(root, OUTCOME);
  const text = await readText(path);
  if (text === null) return null;
  await Deno.remove(path);
  const read = restoreOutcome.safeParse(JSON.parse(text));
  return read.success ? read.data : null;
}

/** Returns the names in the data folder that may be replaced, in that order. */
export function pathsOf(parts: readonly BackupPart[]): string[] {
  const database = parts.includes("database") ? [...DATABASE_COMPANIONS, KEY_FILE] : [];
  return [...database, ...parts.flatMap((part) => partPaths[part])];
}

async function readText(path: string): Promise<string | null> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

// The states before restores: folders in the data folder, ready to be put back.

export interface PreviousState extends AboutBefore {
  id: number;
}

/** Returns the states, newest first. */
export async function listStatesBefore(root: string): Promise<PreviousState[]> {
  const found: PreviousState[] = [];
  for await (const { name, isDirectory } of Deno.readDir(root)) {
    const id = Number(new RegExp(`^${BEFORE_PREFIX}(\\d{1,15})$`).exec(name)?.[1]);
    const state = isDirectory && id > 0 ? await readState(root, id) : null;
    if (state) found.push(state);
  }
  return found.sort((one, other) => other.id - one.id);
}

/** Returns a state; null if it does not exist. */
export async function findStateBefore(root: string, id: number): Promise<PreviousState | null> {
  return await readState(root, id);
}

/** Deletes a state permanently. */
export async function removeStateBefore(root: string, id: number, disk: Disk): Promise<void> {
  // Renamed in one step, so that half of it is never put back; the next start removes any leftovers.
  const gone = join(root, `${STAGED_PREFIX}${id}`);
  await disk.rename(join(root, `${BEFORE_PREFIX}${id}`), gone);
  await disk.remove(gone);
}

async function readState(root: string, id: number): Promise<PreviousState | null> {
  try {
    const text = await Deno.readTextFile(join(root, `${BEFORE_PREFIX}${id}`, ABOUT));
    return { id, ...aboutBefore.parse(JSON.parse(text)) };
  } catch {
    return null;
  }
}
