// How far an update is, on the disk before each step: whoever starts next reads here what to do.
import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod";
import { updateProblems } from "../../../contract/system.ts";
import { writeDurably } from "../../../platform/files/durable_file.ts";

/**
 * `preparing`: downloaded and tried, nothing replaced. `copying`: the panel has ended, the database is copied. `swapping`: the
 * program is replaced. `swapped`: it was. `starting`: the new program has begun to start. `undoing`: the old state comes back.
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
  /** The program it is about; one elsewhere has nothing to do with it. */
  program: z.string(),
  startedAt: z.int(),
  fault: z.enum(updateProblems).nullable(),
  /** Whether a panel that runs has said how it ended. */
  told: z.boolean(),
});
export type UpdateJournal = z.infer<typeof journal>;

/** Reads the journal; null when there is none that can be read. */
export function readJournal(path: string): UpdateJournal | null {
  try {
    return journal.safeParse(JSON.parse(readFileSync(path, "utf8"))).data ?? null;
  } catch {
    return null;
  }
}

/** Writes the journal; it is on the disk when this returns. Throws faults of the file system. */
export function writeJournal(path: string, entry: UpdateJournal): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeDurably(path, `${JSON.stringify(entry)}\n`);
}
