// The progress of an update, written to disk before each step, so that the next start knows what to do.
import { mkdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import * as z from "zod";
import { updateProblems } from "../../../contract/system.ts";
import { programFile } from "../../../platform/build_info.ts";
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
  /** Whether a running panel has reported the outcome. The old and the new program read it: never rename it. */
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

// The files of an update: next to the data and next to the program, because a rename is atomic only on the
// same disk.

export interface UpdatePaths {
  /** Directory in the data folder. */
  folder: string;
  journal: string;
  database: string;
  /** Copy of the database as the previous version left it. */
  databaseBefore: string;
  program: string;
  /** The new program before it is installed. */
  programNew: string;
  programBefore: string;
}

export function updatePathsOf(dataRoot: string, database: string, program: string): UpdatePaths {
  const folder = join(dataRoot, "update");
  const beside = (name: string) => join(dirname(program), name);
  return {
    folder,
    journal: join(folder, "journal.json"),
    database,
    databaseBefore: join(folder, "database-before.sqlite"),
    program,
    programNew: beside(`.${basename(program)}.update`),
    programBefore: beside(`${basename(program)}.previous`),
  };
}

/** Returns the paths of an update for a data folder; null when the program is not a single file. */
export function updatePathsIn(dataFolder: string): UpdatePaths | null {
  const root = resolve(dataFolder);
  return programFile === null ? null : updatePathsOf(root, join(root, "sundial.sqlite"), programFile);
}
