// What is still to be done of a restore, in the data folder, so that the next start goes on wherever the panel died. Without a
// journal nothing was decided yet and everything stays as it was.
import { join } from "node:path";
import * as z from "zod";
import { type BackupPart, backupPartList } from "../../contract/automatic_backups.ts";
import { instant } from "../../contract/shapes.ts";
import type { Disk } from "../../platform/disk.ts";
import { KEY_FILE } from "../../platform/seal.ts";
import { DATABASE_COMPANIONS, partPaths } from "./parts.ts";

const JOURNAL = "restore.json";
const OUTCOME = "restore-outcome.json";
/** Says of a state that was put aside what it is. */
export const ABOUT = "about.json";
export const STAGED_PREFIX = "restore-";
export const BEFORE_PREFIX = "before-restore-";

const name = z.string().regex(/^(?!\.{1,2}$)[\w.-]{1,100}$/);

export const restoreJournal = z.object({
  /** Milliseconds UTC; names the folder of what is put aside. */
  id: z.int().positive(),
  /** Folder whose content takes its place. */
  staged: name,
  /** Where what was there before is put. */
  before: name,
  parts: backupPartList,
  /** Names in the data folder whose place is taken by what is staged. */
  coming: z.array(name),
  /** Names that go and nothing comes instead. */
  going: z.array(name),
  /** When what is restored was made. */
  from: instant,
  /**
   * `committed`: the database still has to be made ready; `starting`: all is in place, and a panel has begun to start with it;
   * `undoing`: it could not be put in place, or no panel started.
   */
  phase: z.enum(["committed", "renaming", "starting", "undoing"]),
});
export type RestoreJournal = z.infer<typeof restoreJournal>;

const restoreOutcome = z.object({ from: instant, parts: backupPartList, fault: z.string().nullable() });
/** How the last restore ended; `fault` is null when it was done. */
export type RestoreOutcome = z.infer<typeof restoreOutcome>;

/** What is put aside, and where it came from. */
export const aboutBefore = z.object({
  createdAt: instant,
  parts: backupPartList,
  /** Names for which there was nothing. */
  absent: z.array(name),
});
export type AboutBefore = z.infer<typeof aboutBefore>;

/** Reads the journal of a data folder; null when nothing is to be done. Throws when it cannot be read. */
export async function readJournal(root: string): Promise<RestoreJournal | null> {
  const text = await readText(join(root, JOURNAL));
  return text === null ? null : restoreJournal.parse(JSON.parse(text));
}

/** Writes the journal: from then on the restore is decided. */
export async function writeJournal(root: string, journal: RestoreJournal, disk: Disk): Promise<void> {
  await disk.replaceText(join(root, JOURNAL), JSON.stringify(journal));
}

/** Ends a restore: writes down how, then that there is nothing left to do. */
export async function endJournal(root: string, outcome: RestoreOutcome, disk: Disk): Promise<void> {
  await disk.replaceText(join(root, OUTCOME), JSON.stringify(outcome));
  await disk.remove(join(root, JOURNAL));
  await disk.syncFolder(root);
}

/** Takes how the last restore ended, once; null when there was none since. */
export async function takeOutcome(root: string): Promise<RestoreOutcome | null> {
  const path = join(root, OUTCOME);
  const text = await readText(path);
  if (text === null) return null;
  await Deno.remove(path);
  const read = restoreOutcome.safeParse(JSON.parse(text));
  return read.success ? read.data : null;
}

/** Lists the names in the data folder that may change places, in the order in which they do. */
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
