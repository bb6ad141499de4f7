// What a start finds of an update: nothing, one that was cut off, one that has just put this very program in its place, or one
// whose program has started before and did not get through.
import type { UpdateFault } from "../../../contract/system.ts";
import { abandon, undoSwap } from "./swap_program.ts";
import { readJournal, type UpdateJournal, writeJournal } from "./update_journal.ts";
import type { UpdatePlace } from "./update_place.ts";

/** What the start has to do with an update. `restart`: end at once and start the program that is in its place now. */
export type UpdateNews =
  | { kind: "none" }
  | { kind: "starting"; to: string }
  | { kind: "failed"; to: string; fault: UpdateFault }
  | { kind: "restart" };

/**
 * Carries an update on that the panel before has begun. To be called with the data folder locked and before the database is opened.
 * `version` is the one that runs. Throws faults of the file system when the way back is blocked.
 */
export function settleUpdate(place: UpdatePlace, version: string): UpdateNews {
  const entry = readJournal(place.journal);
  if (entry === null || entry.program !== place.program) return { kind: "none" };
  const { step, from, to, fault, told } = entry;
  if (step === "done" || (version !== from && version !== to)) return { kind: "none" };
  if (step === "failed") {
    return told ? { kind: "none" } : { kind: "failed", to, fault: fault ?? "unexpected" };
  }
  return version === to ? settleAsNew(place, entry) : settleAsOld(place, entry);
}

/** Writes down that the new program has started and answers. Throws faults of the file system. */
export function confirmUpdate(place: UpdatePlace): void {
  const entry = readJournal(place.journal);
  if (entry?.step === "starting") writeJournal(place.journal, { ...entry, step: "done", told: true });
}

/** Writes down that a panel has said that the update has failed. Throws faults of the file system. */
export function noteTold(place: UpdatePlace): void {
  const entry = readJournal(place.journal);
  if (entry?.step === "failed") writeJournal(place.journal, { ...entry, told: true });
}

/** Undoes an update whose program is starting; false when there is none. Throws faults of the file system. */
export function undoUpdate(place: UpdatePlace): boolean {
  const entry = readJournal(place.journal);
  if (entry === null || entry.program !== place.program) return false;
  if (!["swapped", "starting", "undoing"].includes(entry.step)) return false;
  undoSwap(place, entry, "start_failed");
  return true;
}

function settleAsNew(place: UpdatePlace, entry: UpdateJournal): UpdateNews {
  if (entry.step === "swapping" || entry.step === "swapped") {
    writeJournal(place.journal, { ...entry, step: "starting" });
    return { kind: "starting", to: entry.to };
  }
  // It has started before and was not seen to answer.
  undoSwap(place, entry, "start_failed");
  return { kind: "restart" };
}

function settleAsOld(place: UpdatePlace, entry: UpdateJournal): UpdateNews {
  const { step, to } = entry;
  // The new one has had the database, or may have had it.
  if (step === "starting" || step === "undoing") undoSwap(place, entry, "start_failed");
  else abandon(place, { ...entry, told: false }, step === "swapped" ? "start_failed" : "interrupted");
  const fault = readJournal(place.journal)?.fault ?? "unexpected";
  return { kind: "failed", to, fault };
}
