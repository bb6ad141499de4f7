import { type Clock, sleep } from "../clock.ts";
import { errorCode } from "../files/file_errors.ts";
import { messageOf } from "../error_message.ts";

const MAX_COMPLAINT = 2_000;

export interface RunToEnd {
  program: string;
  args: string[];
  limitMs: number;
  clock: Clock;
  signal?: AbortSignal;
}

export interface Ended {
  isFine: boolean;
  output: string;
  /** What it wrote to standard error, or why it could not be started. */
  complaint: string;
}

/** Runs one of the panel's own programs to its end, within a time limit. Throws the signal's reason. */
export async function runToEnd({ program, args, limitMs, clock, signal }: RunToEnd): Promise<Ended> {
  const late = new AbortController();
  const timer = clock.after(limitMs, () => late.abort(new Error("the program timed out")));
  try {
    const both = AbortSignal.any(signal ? [signal, late.signal] : [late.signal]);
    const command = new Deno.Command(program, { args, signal: both, stdin: "null" });
    const { success, stdout, stderr } = await whenFree(() => command.output(), clock);
    const [output, complaint] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    return { isFine: success, output: output!, complaint: complaint!.slice(0, MAX_COMPLAINT) }; // always two elements
  } catch (error) {
    signal?.throwIfAborted();
    return { isFine: false, output: "", complaint: messageOf(error) };
  } finally {
    timer.cancel();
  }
}

// A file that was just written may still be held open for a moment by a process being started elsewhere.
async function whenFree<T>(action: () => Promise<T>, clock: Clock, attempts = 5): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (errorCode(error) !== "ETXTBSY" || attempts === 1) throw error;
    await sleep(clock, 100);
    return await whenFree(action, clock, attempts - 1);
  }
}
