// A new program is tried before anything depends on it: it must start on this machine, say its version, and get along with a copy of
// the database.
import type { Clock } from "../../../platform/clock.ts";
import { faultCode } from "../../../platform/files/file_faults.ts";
import { ReleaseRefused } from "../../../platform/release/manifest.ts";

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
  if (started.said.trim() !== version) throw new ReleaseRefused("does_not_start", started.complaint);
  const tried = await run(["__trial", database, copy], TRIAL_LIMIT_MS);
  if (!tried.isFine) throw new ReleaseRefused("trial_failed", tried.complaint);
}

interface Ended {
  isFine: boolean;
  said: string;
  complaint: string;
}

async function runToEnd(
  { program, args, limitMs, clock, signal }: {
    program: string;
    args: string[];
    limitMs: number;
    clock: Clock;
    signal: AbortSignal;
  },
): Promise<Ended> {
  const late = new AbortController();
  const timer = clock.after(limitMs, () => late.abort(new Error("it took too long")));
  try {
    const both = AbortSignal.any([signal, late.signal]);
    const command = new Deno.Command(program, { args, signal: both, stdin: "null" });
    const { success, stdout, stderr } = await whenFree(() => command.output(), clock);
    const [said, complaint] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    return { isFine: success, said: said!, complaint: complaint!.slice(0, 2_000) }; // two go in, two come out
  } catch (fault) {
    signal.throwIfAborted();
    return { isFine: false, said: "", complaint: fault instanceof Error ? fault.message : String(fault) };
  } finally {
    timer.cancel();
  }
}

// A file that was just written may still be held open for a moment by a process that is being started elsewhere.
async function whenFree<T>(act: () => Promise<T>, clock: Clock, attempts = 5): Promise<T> {
  try {
    return await act();
  } catch (fault) {
    if (faultCode(fault) !== "ETXTBSY" || attempts === 1) throw fault;
    await new Promise<void>((resolve) => clock.after(100, resolve));
    return await whenFree(act, clock, attempts - 1);
  }
}
