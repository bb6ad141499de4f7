// Determines at startup what happened to an update: none, an interrupted one, one that has just installed
// this program, or one whose program has started before and failed.
import type { UpdateProblem } from "../../../contract/system.ts";
import { abandon, undoSwap } from "./swap_program.ts";
import { readJournal, type UpdateJournal, type UpdatePaths, writeJournal } from "./update_journal.ts";

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
export function settleUpdate(updatePaths: UpdatePaths, version: string): UpdateStatus {
  const entry = readJournal(updatePaths.journal);
  if (entry === null || entry.program !== updatePaths.program) return { kind: "none" };
  const { step, from, to, fault, told } = entry;
  if (step === "done" || (version !== from && version !== to)) return { kind: "none" };
  if (step === "failed") {
    return told ? { kind: "none" } : { kind: "failed", to, error: fault ?? "unexpected" };
  }
  return version === to ? settleAsNew(updatePaths, entry) : settleAsOld(updatePaths, entry);
}

/** Records that the new program has started and responds. Throws file system errors. */
export function confirmUpdate(updatePaths: UpdatePaths): void {
  const entry = readJournal(updatePaths.journal);
  if (entry?.step === "starting") {
    writeJournal(updatePaths.journal, { ...entry, step: "done", told: true });
  }
}

/** Records that a panel has reported the failure of the update. Throws file system errors. */
export function noteNotified(updatePaths: UpdatePaths): void {
  const entry = readJournal(updatePaths.journal);
  if (entry?.step === "failed") writeJournal(updatePaths.journal, { ...entry, told: true });
}

/** Rolls back an update whose program is starting; returns false if there is none. Throws file system errors. */
export function undoUpdate(updatePaths: UpdatePaths): boolean {
  const entry = readJournal(updatePaths.journal);
  if (entry === null || entry.program !== updatePaths.program) return false;
  if (!["swapped", "starting", "undoing"].includes(entry.step)) return false;
  undoSwap(updatePaths, entry, "start_failed");
  return true;
}

function settleAsNew(updatePaths: UpdatePaths, entry: UpdateJournal): UpdateStatus {
  if (entry.step === "swapping" || entry.step === "swapped") {
    writeJournal(updatePaths.journal, { ...entry, step: "starting" });
    return { kind: "starting", to: entry.to };
  }
  // The program has started before and did not respond.
  undoSwap(updatePaths, entry, "start_failed");
  return { kind: "restart" };
}

function settleAsOld(updatePaths: UpdatePaths, entry: UpdateJournal): UpdateStatus {
  const { step, to } = entry;
  // The new version has used the database, or may have.
  if (step === "starting" || step === "undoing") undoSwap(updatePaths, entry, "start_failed");
  else {abandon(
      updatePaths,
      { ...entry, told: false },
      step === "swapped" ? "start_failed" : "interrupted",
    );}
  const error = readJournal(updatePaths.journal)?.fault ?? "unexpected";
  return { kind: "failed", to, error };
}
