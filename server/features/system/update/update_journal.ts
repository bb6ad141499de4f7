// The progress of an update, written to disk before each step, so that the next start knows what to do.
import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod";
import { updateProblems } from "../../../contract/system.ts";
import { writeDurably } from "../../../platform/files/durable_file.ts";

/**
 * `preparing`: downloaded and tested, nothing replaced. `copying`: the panel has stopped, the database is
 * being copied. `swapping`: the program is being replaced. `swapped`: it has been replaced. `starting`: the
 * new program is starting. `undoing`: the old state is being restored.
 */
const steps = [
  "preparing",
  "copying",
  "swapping",
  "swapped",
  "starting",
  "undoing",
  "done",
  "failed",
] as const;
export type UpdateStep = (typeof steps)[number];

const journal = z.object({
  step: z.enum(steps),
  from: z.string(),
  to: z.string(),
  /** The program being updated; a program at another path must ignore the journal. */
  program: z.string(),
  startedAt: z.int(),
  fault: z.enum(updateProblems).nullable(),
  /** Whether a running panel has reported the outcome. */
  told: z.boolean(),
});
export type UpdateJournal = z.infer<typeof journal>;

/** Reads the journal; null if there is none or it is invalid. */
export function readJournal(path: string): UpdateJournal | null {
  try {
    return journal.safeParse(JSON.parse(readFileSync(path, "utf8"))).data ?? null;
  } catch {
    return null;
  }
}

/** Writes and syncs the journal. Throws file system errors. */
export function writeJournal(path: string, entry: UpdateJournal): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeDurably(path, `${JSON.stringify(entry)}\n`);
}
