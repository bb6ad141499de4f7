// Determines at startup what happened to an update: none, an interrupted one, one that has just installed
// this program, or one whose program has started before and failed.
import type { UpdateProblem } from "../../../contract/system.ts";
import { abandon, undoSwap } from "./swap_program.ts";
import { readJournal, type UpdateDirectory, type UpdateJournal, writeJournal } from "./update_journal.ts";

/** What startup has to do about an update. `restart`: stop at once and start the program that is now in place. */
export type UpdateStatus =
  | { kind: "none" }
  | { kind: "starting"; to: string }
  | { kind: "failed"; to: string; error: UpdateProblem }
  | { kind: "restart" };

/**
 * Continues an update that the last process started. Call with the data folder locked and before the database
 * is opened. `version` is the current one. Throws file system errors if the rollback fails.
 */
export function settleUpdate(updateDirectory: UpdateDirectory, version: string): UpdateStatus {
  const entry = readJournal(updateDirectory.journal);
  if (entry === null || entry.program !== updateDirectory.program) return { kind: "none" };
  const { step, from, to, fault: error, told: isReported } = entry;
  if (step === "done" || (version !== from && version !== to)) return { kind: "none" };
  if (step === "failed") {
    return isReported ? { kind: "none" } : { kind: "failed", to, error: error ?? "unexpected" };
  }
  return version === to ? settleAsNew(updateDirectory, entry) : settleAsOld(updateDirectory, entry);
}

/** Records that the new program has started and responds. Throws file system errors. */
export function confirmUpdate(updateDirectory: UpdateDirectory): void {
  const entry = readJournal(updateDirectory.journal);
  if (entry?.step === "starting") {
    writeJournal(updateDirectory.journal, { ...entry, step: "done", told: true });
  }
}

/** Records that a panel has reported the failure of the update. Throws file system errors. */
export function noteNotified(updateDirectory: UpdateDirectory): void {
  const entry = readJournal(updateDirectory.journal);
  if (entry?.step === "failed") writeJournal(updateDirectory.journal, { ...entry, told: true });
}

/** Rolls back an update whose program is starting; returns false if there is none. Throws file system errors. */
export function undoUpdate(updateDirectory: UpdateDirectory): boolean {
  const entry = readJournal(updateDirectory.journal);
  if (entry === null || entry.program !== updateDirectory.program) return false;
  if (!["swapped", "starting", "undoing"].includes(entry.step)) return false;
  undoSwap(updateDirectory, entry, "start_failed");
  return true;
}

function settleAsNew(updateDirectory: UpdateDirectory, entry: UpdateJournal): UpdateStatus {
  if (entry.step === "swapping" || entry.step === "swapped") {
    writeJournal(updateDirectory.journal, { ...entry, step: "starting" });
    return { kind: "starting", to: entry.to };
  }
  // The program has started before and did not respond.
  undoSwap(updateDirectory, entry, "start_failed");
  return { kind: "restart" };
}

function settleAsOld(updateDirectory: UpdateDirectory, entry: UpdateJournal): UpdateStatus {
  const { step, to } = entry;
  // The new version has used the database, or may have.
  if (step === "starting" || step === "undoing") undoSwap(updateDirectory, entry, "start_failed");
  else {abandon(
      updateDirectory,
      { ...entry, told: false },
      step === "swapped" ? "start_failed" : "interrupted",
    );}
  const error = readJournal(updateDirectory.journal)?.fault ?? "unexpected";
  return { kind: "failed", to, error };
}
