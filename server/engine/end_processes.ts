import type { Clock } from "../platform/clock.ts";
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
  if (graceMs > 0 && left.length > 0) {
    if (mark.leader !== null && left.some(({ group }) => group === mark.leader)) {
      sendSignal(-mark.leader, "SIGTERM");
    }
    signalEach(left.filter(({ group }) => group !== mark.leader), "SIGTERM");
  }
  const startedAt = clock.monotonic();
  const elapsed = () => clock.monotonic() - startedAt;
  for (; left.length > 0 && elapsed() < graceMs; left = processes.find(mark)) {
    await wait(clock, LOOK_EVERY_MS);
  }
  for (; left.length > 0 && elapsed() < graceMs + KILL_PATIENCE_MS; left = processes.find(mark)) {
    signalEach(left, "SIGKILL");
    await wait(clock, LOOK_EVERY_MS);
  }
  return left.length;
}

function wait(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => clock.after(delayMs, resolve));
}
