// What a start finds of an update: nothing, one that was cut off, one that has just put this very program in its place, or one
// whose program has started before and did not get through.
import type { UpdateProblem } from "../../../contract/system.ts";
import { abandon, undoSwap } from "./swap_program.ts";
import { readJournal, type UpdateJournal, writeJournal } from "./update_journal.ts";
import type { UpdateDirectory } from "./update_directory.ts";

/** What the start has to do with an update. `restart`: end at once and start the program that is in its place now. */
export type UpdateNews =
  | { kind: "none" }
  | { kind: "starting"; to: string }
  | { kind: "failed"; to: string; error: UpdateProblem }
  | { kind: "restart" };

/**
 * Carries an update on that the panel before has begun. To be called with the data folder locked and before the database is opened.
 * `version` is the one that runs. Throws faults of the file system when the way back is blocked.
 */
export function settleUpdate(updateDirectory: UpdateDirectory, version: string): UpdateNews {
  const entry = readJournal(updateDirectory.journal);
  if (entry === null || entry.program !== updateDirectory.program) return { kind: "none" };
  const { step, from, to, fault: error, told: notified } = entry;
  if (step === "done" || (version !== from && version !== to)) return { kind: "none" };
  if (step === "failed") {
    return notified ? { kind: "none" } : { kind: "failed", to, error: error ?? "unexpected" };
  }
  return version === to ? settleAsNew(updateDirectory, entry) : settleAsOld(updateDirectory, entry);
}

/** Writes down that the new program has started and answers. Throws faults of the file system. */
export function confirmUpdate(updateDirectory: UpdateDirectory): void {
  const entry = readJournal(updateDirectory.journal);
  if (entry?.step === "starting") {
    writeJournal(updateDirectory.journal, { ...entry, step: "done", told: true });
  }
}

/** Writes down that a panel has said that the update has failed. Throws faults of the file system. */
export function noteNotified(updateDirectory: UpdateDirectory): void {
  const entry = readJournal(updateDirectory.journal);
  if (entry?.step === "failed") writeJournal(updateDirectory.journal, { ...entry, told: true });
}

/** Undoes an update whose program is starting; false when there is none. Throws faults of the file system. */
export function undoUpdate(updateDirectory: UpdateDirectory): boolean {
  const entry = readJournal(updateDirectory.journal);
  if (entry === null || entry.program !== updateDirectory.program) return false;
  if (!["swapped", "starting", "undoing"].includes(entry.step)) return false;
  undoSwap(updateDirectory, entry, "start_failed");
  return true;
}

function settleAsNew(updateDirectory: UpdateDirectory, entry: UpdateJournal): UpdateNews {
  if (entry.step === "swapping" || entry.step === "swapped") {
    writeJournal(updateDirectory.journal, { ...entry, step: "starting" });
    return { kind: "starting", to: entry.to };
  }
  // It has started before and was not seen to answer.
  undoSwap(updateDirectory, entry, "start_failed");
  return { kind: "restart" };
}

function settleAsOld(updateDirectory: UpdateDirectory, entry: UpdateJournal): UpdateNews {
  const { step, to } = entry;
  // The new one has had the database, or may have had it.
  if (step === "starting" || step === "undoing") undoSwap(updateDirectory, entry, "start_failed");
  else {abandon(
      updateDirectory,
      { ...entry, told: false },
      step === "swapped" ? "start_failed" : "interrupted",
    );}
  const error = readJournal(updateDirectory.journal)?.fault ?? "unexpected";
  return { kind: "failed", to, error };
}
