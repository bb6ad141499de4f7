// The step between two versions, done while no panel runs, and the way back. Each part can be repeated, so that being killed between
// any two of them costs nothing but the repetition.
import { existsSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { copyDurably, linkDurably, moveDurably } from "../../../platform/files/durable_file.ts";
import type { UpdateProblem } from "../../../contract/system.ts";
import { readJournal, type UpdateJournal, writeJournal } from "./update_journal.ts";
import type { UpdateDirectory } from "./update_directory.ts";
import { updateProblemOf } from "./update_problem.ts";

/**
 * Keeps a copy of the database and of the program, and puts the new program in its place. The panel must have ended. Throws when
 * something of it fails, with everything as it was and the journal saying so.
 */
export function swapProgram(updateDirectory: UpdateDirectory, entry: UpdateJournal): void {
  const note = (step: UpdateJournal["step"]) => writeJournal(updateDirectory.journal, { ...entry, step });
  try {
    note("copying");
    foldInto(updateDirectory.database);
    copyDurably(updateDirectory.database, updateDirectory.databaseBefore);
    note("swapping");
    linkDurably(updateDirectory.program, updateDirectory.programBefore);
    moveDurably(updateDirectory.programNew, updateDirectory.program);
    note("swapped");
  } catch (error) {
    undo(updateDirectory, entry, updateProblemOf(error));
    throw error;
  }
}

/** Brings back the program and the database of the version before. Throws faults of the file system; it can be repeated then. */
export function undoSwap(updateDirectory: UpdateDirectory, entry: UpdateJournal, error: UpdateProblem): void {
  writeJournal(updateDirectory.journal, { ...entry, step: "undoing", fault: error });
  // What the new version has written beside belongs to a database that goes.
  for (const tail of ["-wal", "-shm"]) rmSync(`${updateDirectory.database}${tail}`, { force: true });
  copyDurably(updateDirectory.databaseBefore, updateDirectory.database);
  linkDurably(updateDirectory.programBefore, updateDirectory.program);
  abandon(updateDirectory, { ...entry, told: false }, error);
}

/** Writes down that an update has failed, and removes what it has prepared. */
export function abandon(updateDirectory: UpdateDirectory, entry: UpdateJournal, error: UpdateProblem): void {
  rmSync(updateDirectory.programNew, { force: true });
  writeJournal(updateDirectory.journal, { ...entry, step: "failed", fault: error });
}

// Only a program that was replaced comes back: what is kept beside it may still be that of an earlier update. The database is the
// one that is there, for no new version has seen it.
function undo(updateDirectory: UpdateDirectory, entry: UpdateJournal, error: UpdateProblem): void {
  const step = readJournal(updateDirectory.journal)?.step;
  const isReplaced = (step === "swapping" || step === "swapped") && !existsSync(updateDirectory.programNew);
  tryTo(() => {
    if (isReplaced) linkDurably(updateDirectory.programBefore, updateDirectory.program);
    abandon(updateDirectory, { ...entry, told: false }, error);
  });
}

// The journal tells the next start all the same.
function tryTo(action: () => void): void {
  try {
    action();
  } catch {
    // A full disk, most likely.
  }
}

// What is in the files beside the database becomes part of it, so that copying one file is enough.
function foldInto(database: string): void {
  const db = new DatabaseSync(database);
  try {
    db.exec("pragma busy_timeout = 5000; pragma wal_checkpoint(truncate)");
  } finally {
    db.close();
  }
}
