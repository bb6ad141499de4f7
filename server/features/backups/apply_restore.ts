// The second, shorter part of a restore, run at startup before the panel opens anything: renames. Each can be
// repeated, so a panel that dies in between continues at its next start, and one that cannot continue rolls
// back.
import { dirname, join } from "node:path";
import { AppError } from "../../contract/app_error.ts";
import { type Disk, findAt } from "../../platform/disk.ts";
import { FilesRoot } from "../../platform/files/files_root.ts";
import { isoTime } from "../../platform/iso_time.ts";
import { messageOf } from "../../platform/error_message.ts";
import { DATABASE_COMPANIONS, DATABASE_FILE, LOGS_FOLDER } from "./parts.ts";
import { type CarriedRun, readyDatabase } from "./ready_database.ts";
import {
  ABOUT,
  type AboutBefore,
  BEFORE_PREFIX,
  endJournal,
  readJournal,
  type RestoreJournal,
  STAGED_PREFIX,
  writeJournal,
} from "./restore_journal.ts";

/** Number of previous states to keep; the oldest are deleted. */
const STORED_BEFORE = 3;

export interface ApplyOptions {
  /** The data folder, which nothing else may use meanwhile. */
  root: string;
  disk: Disk;
  /** In ms since the epoch. */
  now: number;
  /** The restore is complete only after `confirmRestore`: without it, the next start rolls back. */
  needsConfirmation?: boolean;
}

/**
 * Completes a pending restore, and removes what an undecided one left behind. Throws only if the data folder
 * could be moved neither forward nor back; the next start tries again.
 */
export async function finishRestore(options: ApplyOptions): Promise<void> {
  const { root, disk } = options;
  const journal = await readJournal(root);
  if (journal) await resume(options, journal);
  if (await readJournal(root) === null) await sweep(root, disk);
}

/** Returns whether a restore is waiting for the panel to confirm its start. */
export async function isRestoreStarting(root: string): Promise<boolean> {
  return (await readJournal(root))?.phase === "starting";
}

/** Confirms the restore that the panel has started with; returns false if there is none. */
export async function confirmRestore(root: string, disk: Disk): Promise<boolean> {
  const journal = await readJournal(root);
  if (journal?.phase !== "starting") return false;
  await conclude({ root, disk }, journal);
  return true;
}

/** Rolls back a restore that the panel does not start with; returns false if there is none. */
export async function undoRestore(root: string, disk: Disk, error: string): Promise<boolean> {
  const journal = await readJournal(root);
  if (journal?.phase !== "starting") return false;
  await undo({ root, disk }, journal, error);
  return true;
}

/** Gives up a restore before anything was moved; returns false if it is too late for that. */
export async function abandonRestore(root: string, disk: Disk, error: string): Promise<boolean> {
  const journal = await readJournal(root);
  if (journal?.phase !== "committed") return false;
  await undo({ root, disk }, journal, error);
  return true;
}

async function resume(options: ApplyOptions, journal: RestoreJournal): Promise<void> {
  if (journal.phase === "undoing") return await undo(options, journal, "it could not be finished");
  if (journal.phase === "starting") return await undo(options, journal, "the panel did not start with it");
  try {
    await bringForward(options, journal);
  } catch (error) {
    await undo(options, journal, messageOf(error));
  }
}

async function bringForward(
  { root, disk, now, needsConfirmation = false }: ApplyOptions,
  journal: RestoreJournal,
): Promise<void> {
  if (journal.phase === "committed") {
    const runs = journal.parts.includes("database") ? ready(root, journal, now) : [];
    await keepLiveLogs({ root, disk }, journal, runs);
    await disk.makeFolder(join(root, journal.before));
    await disk.replaceText(
      join(root, journal.before, ABOUT),
      JSON.stringify(await aboutOf(root, journal, now)),
    );
    await writeJournal(root, { ...journal, phase: "renaming" }, disk);
  }
  await change({ root, disk }, journal);
  await disk.syncFolder(join(root, journal.before));
  await disk.syncFolder(root);
  if (needsConfirmation) await writeJournal(root, { ...journal, phase: "starting" }, disk);
  else await conclude({ root, disk }, journal);
}

async function conclude(
  { root, disk }: Changing,
  { staged, from, parts }: RestoreJournal,
): Promise<void> {
  await disk.remove(join(root, staged));
  await endJournal(root, { from, parts, fault: null }, disk);
}

function ready(root: string, { staged, from, parts }: RestoreJournal, now: number): CarriedRun[] {
  const path = join(root, staged, DATABASE_FILE);
  return readyDatabase({ path, present: join(root, DATABASE_FILE), now, restored: { from, parts } });
}

async function aboutOf(
  root: string,
  { parts, coming }: RestoreJournal,
  now: number,
): Promise<AboutBefore> {
  const absent: string[] = [];
  for (const name of coming) if (await findAt(join(root, name)) === null) absent.push(name);
  return { createdAt: isoTime(now), parts, absent };
}

// A run in progress writes to the file it has opened: a hard link makes that file available among the
// restored logs, too.
async function keepLiveLogs(
  { root, disk }: Changing,
  { staged, parts }: RestoreJournal,
  runs: readonly CarriedRun[],
): Promise<void> {
  if (!parts.includes("logs")) return;
  for (const { logPath } of runs) {
    const path = logPath === null ? null : findLog(join(root, LOGS_FOLDER), logPath);
    if (path === null) continue;
    // Archives contain no links, so the path of the hard link cannot lead elsewhere.
    const [from, to] = [join(root, LOGS_FOLDER, path), join(root, staged, LOGS_FOLDER, path)];
    await disk.remove(to);
    await disk.makeFolder(dirname(to));
    await disk.link(from, to);
  }
}

// Returns the path of a log relative to the logs; null unless it is a file.
function findLog(logs: string, path: string): string | null {
  try {
    using location = new FilesRoot(logs).location(path);
    return location.folder.find(location.name)?.isFile() ? location.path : null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

type Changing = Pick<ApplyOptions, "root" | "disk">;

interface RestorePaths {
  present: string;
  coming: string;
  stored: string;
}

function pathsFor(root: string, { staged, before }: RestoreJournal, name: string): RestorePaths {
  return { present: join(root, name), coming: join(root, staged, name), stored: join(root, before, name) };
}

async function putAside({ present, stored }: RestorePaths, disk: Disk): Promise<void> {
  // Already moved aside: what is there now is new, or an empty folder created at startup.
  if (await findAt(stored) === null && await findAt(present) !== null) await disk.rename(present, stored);
}

async function change({ root, disk }: Changing, journal: RestoreJournal): Promise<void> {
  for (const name of journal.going) await putAside(pathsFor(root, journal, name), disk);
  for (const name of journal.coming) {
    const paths = pathsFor(root, journal, name);
    if (await findAt(paths.coming) === null) continue;
    await putAside(paths, disk);
    await disk.rename(paths.coming, paths.present);
  }
}

async function undo({ root, disk }: Changing, journal: RestoreJournal, error: string): Promise<void> {
  const { before, parts, from } = journal;
  if (journal.phase !== "undoing") await writeJournal(root, { ...journal, phase: "undoing" }, disk);
  for (const name of journal.coming.toReversed()) {
    const { present, coming } = pathsFor(root, journal, name);
    if (await findAt(coming) === null && await findAt(present)) await disk.rename(present, coming);
  }
  await dropCompanions({ root, disk }, journal);
  for (const name of [...journal.coming, ...journal.going]) {
    const { present, stored } = pathsFor(root, journal, name);
    if (await findAt(stored)) await disk.rename(stored, present);
  }
  await disk.syncFolder(root);
  await disk.remove(join(root, before));
  await endJournal(root, { from, parts, fault: error }, disk);
}

// Left by a panel that started with the restored database, and belonging to that database. Once the previous
// database is back in its place, they may belong to that one.
async function dropCompanions({ root, disk }: Changing, journal: RestoreJournal): Promise<void> {
  if (!journal.coming.includes(DATABASE_FILE)) return;
  const { present, stored } = pathsFor(root, journal, DATABASE_FILE);
  if (await findAt(stored) === null && await findAt(present) !== null) return;
  for (const name of DATABASE_COMPANIONS) {
    if (journal.going.includes(name)) await disk.remove(join(root, name));
  }
}

async function sweep(root: string, disk: Disk): Promise<void> {
  const names = [...Deno.readDirSync(root)].map(({ name }) => name);
  for (const name of names) {
    if (new RegExp(`^${STAGED_PREFIX}\\d+$`).test(name)) await disk.remove(join(root, name));
  }
  const stored = names.filter((name) => new RegExp(`^${BEFORE_PREFIX}\\d+$`).test(name)).sort();
  for (const name of stored.slice(0, -STORED_BEFORE)) await disk.remove(join(root, name));
}
