// The step between two versions, done while no panel runs, and the way back. Each part can be repeated, so that being killed between
// any two of them costs nothing but the repetition.
import { existsSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { copyDurably, linkDurably, moveDurably } from "../../../platform/files/durable_file.ts";
import type { UpdateFault } from "../../../contract/system.ts";
import { readJournal, type UpdateJournal, writeJournal } from "./update_journal.ts";
import type { UpdatePlace } from "./update_place.ts";
import { updateFaultOf } from "./update_fault.ts";

/**
 * Keeps a copy of the database and of the program, and puts the new program in its place. The panel must have ended. Throws when
 * something of it fails, with everything as it was and the journal saying so.
 */
export function swapProgram(place: UpdatePlace, entry: UpdateJournal): void {
  const note = (step: UpdateJournal["step"]) => writeJournal(place.journal, { ...entry, step });
  try {
    note("copying");
    foldInto(place.database);
    copyDurably(place.database, place.databaseBefore);
    note("swapping");
    linkDurably(place.program, place.programBefore);
    moveDurably(place.programNew, place.program);
    note("swapped");
  } catch (fault) {
    undo(place, entry, updateFaultOf(fault));
    throw fault;
  }
}

/** Brings back the program and the database of the version before. Throws faults of the file system; it can be repeated then. */
export function undoSwap(place: UpdatePlace, entry: UpdateJournal, fault: UpdateFault): void {
  writeJournal(place.journal, { ...entry, step: "undoing", fault });
  // What the new version has written beside belongs to a database that goes.
  for (const tail of ["-wal", "-shm"]) rmSync(`${place.database}${tail}`, { force: true });
  copyDurably(place.databaseBefore, place.database);
  linkDurably(place.programBefore, place.program);
  abandon(place, { ...entry, told: false }, fault);
}

/** Writes down that an update has failed, and removes what it has prepared. */
export function abandon(place: UpdatePlace, entry: UpdateJournal, fault: UpdateFault): void {
  rmSync(place.programNew, { force: true });
  writeJournal(place.journal, { ...entry, step: "failed", fault });
}

// Only a program that was replaced comes back: what is kept beside it may still be that of an earlier update. The database is the
// one that is there, for no new version has seen it.
function undo(place: UpdatePlace, entry: UpdateJournal, fault: UpdateFault): void {
  const step = readJournal(place.journal)?.step;
  const isReplaced = (step === "swapping" || step === "swapped") && !existsSync(place.programNew);
  tryTo(() => {
    if (isReplaced) linkDurably(place.programBefore, place.program);
    abandon(place, { ...entry, told: false }, fault);
  });
}

// The journal tells the next start all the same.
function tryTo(act: () => void): void {
  try {
    act();
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
