import type { Clock } from "../clock.ts";
import { faultCode } from "../files/file_faults.ts";

const LONGEST_COMPLAINT = 2_000;

export interface RunToEnd {
  program: string;
  args: string[];
  limitMs: number;
  clock: Clock;
  signal?: AbortSignal;
}

export interface Ended {
  isFine: boolean;
  said: string;
  /** What it wrote to standard error, or why it could not be started. */
  complaint: string;
}

/** Runs a program of ours to its end, within a time limit. Throws the signal's reason. */
export async function runToEnd({ program, args, limitMs, clock, signal }: RunToEnd): Promise<Ended> {
  const late = new AbortController();
  const timer = clock.after(limitMs, () => late.abort(new Error("it took too long")));
  try {
    const both = AbortSignal.any(signal ? [signal, late.signal] : [late.signal]);
    const command = new Deno.Command(program, { args, signal: both, stdin: "null" });
    const { success, stdout, stderr } = await whenFree(() => command.output(), clock);
    const [said, complaint] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    return { isFine: success, said: said!, complaint: complaint!.slice(0, LONGEST_COMPLAINT) }; // two go in, two come out
  } catch (fault) {
    signal?.throwIfAborted();
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
