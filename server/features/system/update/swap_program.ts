// Swaps two versions while no panel runs, and rolls back. Each step can be repeated, so that being killed
// between any two of them only costs the repetition.
import { existsSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { copyDurably, linkDurably, moveDurably } from "../../../platform/files/durable_file.ts";
import type { UpdateProblem } from "../../../contract/system.ts";
import { readJournal, type UpdateJournal, type UpdatePaths, writeJournal } from "./update_journal.ts";
import { updateProblemOf } from "./update_problem.ts";

/**
 * Backs up the database and the program, and installs the new program. The panel must have stopped. Throws if
 * any step fails, after restoring everything and recording the failure in the journal.
 */
export function swapProgram(updatePaths: UpdatePaths, entry: UpdateJournal): void {
  const note = (step: UpdateJournal["step"]) => writeJournal(updatePaths.journal, { ...entry, step });
  try {
    note("copying");
    foldInto(updatePaths.database);
    copyDurably(updatePaths.database, updatePaths.databaseBefore);
    note("swapping");
    linkDurably(updatePaths.program, updatePaths.programBefore);
    moveDurably(updatePaths.programNew, updatePaths.program);
    note("swapped");
  } catch (error) {
    undo(updatePaths, entry, updateProblemOf(error));
    throw error;
  }
}

/**
 * Restores the program and the database of the previous version. Throws file system errors; it can then be
 * repeated.
 */
export function undoSwap(updatePaths: UpdatePaths, entry: UpdateJournal, error: UpdateProblem): void {
  writeJournal(updatePaths.journal, { ...entry, step: "undoing", fault: error });
  // Companion files written by the new version belong to the database that is replaced.
  for (const tail of ["-wal", "-shm"]) rmSync(`${updatePaths.database}${tail}`, { force: true });
  copyDurably(updatePaths.databaseBefore, updatePaths.database);
  linkDurably(updatePaths.programBefore, updatePaths.program);
  abandon(updatePaths, { ...entry, told: false }, error);
}

/** Records that an update has failed, and removes its preparations. */
export function abandon(updatePaths: UpdatePaths, entry: UpdateJournal, error: UpdateProblem): void {
  rmSync(updatePaths.programNew, { force: true });
  writeJournal(updatePaths.journal, { ...entry, step: "failed", fault: error });
}

// Restores only a program that was replaced: the backup next to it may still be from an earlier update. The
// database stays, because no new version has used it.
function undo(updatePaths: UpdatePaths, entry: UpdateJournal, error: UpdateProblem): void {
  const step = readJournal(updatePaths.journal)?.step;
  const isReplaced = (step === "swapping" || step === "swapped") && !existsSync(updatePaths.programNew);
  tryTo(() => {
    if (isReplaced) linkDurably(updatePaths.programBefore, updatePaths.program);
    abandon(updatePaths, { ...entry, told: false }, error);
  });
}

// The journal still informs the next start.
function tryTo(action: () => void): void {
  try {
    action();
  } catch {
    // Most likely a full disk.
  }
}

// Merges the companion files into the database, so that copying one file is enough.
function foldInto(database: string): void {
  const db = new DatabaseSync(database);
  try {
    db.exec("pragma busy_timeout = 5000; pragma wal_checkpoint(truncate)");
  } finally {
    db.close();
  }
}
