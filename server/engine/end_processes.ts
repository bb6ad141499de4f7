import type { Clock } from "../platform/clock.ts";
import type { ProcessFacts } from "../platform/process/process_table.ts";
import {
  type Mark,
  type MarkedProcesses,
  sendSignal,
  signalEach,
} from "../platform/process/marked_processes.ts";

const LOOK_EVERY_MS = 100;
/** After KILL the kernel needs moments; one stuck in it (a dead network file system) must not hold us for ever. */
const KILL_PATIENCE_MS = 2_000;

export interface EndOptions {
  mark: Mark;
  /** From TERM to KILL, milliseconds; 0 kills at once. */
  graceMs: number;
  clock: Clock;
  processes: MarkedProcesses;
}

/**
 * Ends every process of a mark: TERM to the group and to those that left it, grace, KILL, and a look whether all are gone.
 * Answers how many would not go.
 */
export async function endProcesses({ mark, graceMs, clock, processes }: EndOptions): Promise<number> {
  let left = processes.find(mark);
  if (graceMs > 0) signalAll(mark, left, "SIGTERM");
  const startedAt = clock.monotonic();
  const elapsed = () => clock.monotonic() - startedAt;
  for (; left.length > 0 && elapsed() < graceMs; left = processes.find(mark)) {
    await wait(clock, LOOK_EVERY_MS);
  }
  for (; left.length > 0 && elapsed() < graceMs + KILL_PATIENCE_MS; left = processes.find(mark)) {
    signalAll(mark, left, "SIGKILL");
    await wait(clock, LOOK_EVERY_MS);
  }
  return left.length;
}

// The group at one blow, for a process in it may fork faster than one can look; then those that left it.
function signalAll({ leader }: Mark, processes: readonly ProcessFacts[], signal: Deno.Signal): void {
  if (leader !== null && processes.some(({ group }) => group === leader)) sendSignal(-leader, signal);
  signalEach(processes.filter(({ group }) => group !== leader), signal);
}

function wait(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => clock.after(delayMs, resolve));
}
