// A new program is tried before anything depends on it: it must start on this machine, say its version, and get along with a copy of
// the database.
import type { Clock } from "../../../platform/clock.ts";
import { runToEnd } from "../../../platform/process/run_to_end.ts";
import { ReleaseError } from "../../../platform/release/manifest.ts";

const START_LIMIT_MS = 30_000;
const TRIAL_LIMIT_MS = 10 * 60_000;

export interface Trial {
  program: string;
  version: string;
  database: string;
  /** File for the copy of the database; the caller removes it. */
  copy: string;
  clock: Clock;
  signal: AbortSignal;
}

/** Tries a program. Throws `ReleaseRefused`. */
export async function tryProgram({ program, version, database, copy, clock, signal }: Trial): Promise<void> {
  const run = (args: string[], limitMs: number) => runToEnd({ program, args, limitMs, clock, signal });
  const started = await run(["version"], START_LIMIT_MS);
  if (started.output.trim() !== version) throw new ReleaseError("does_not_start", started.complaint);
  const tried = await run(["__trial", database, copy], TRIAL_LIMIT_MS);
  if (!tried.isFine) throw new ReleaseError("trial_failed", tried.complaint);
}
