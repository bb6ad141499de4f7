import type { Clock } from "../platform/clock.ts";
import type { ProcessDetails } from "../platform/process/process_table.ts";
import {
  type Mark,
  type MarkedProcesses,
  sendSignal,
  signalEach,
} from "../platform/process/marked_processes.ts";

const POLL_INTERVAL_MS = 100;
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
  const group = new Group(mark.leader);
  const signal = (left: readonly ProcessDetails[], signal: Deno.Signal) => {
    group.signal(signal);
    signalEach(left.filter((one) => one.group !== mark.leader), signal);
  };
  const poll = async () => {
    group.signal(0);
    return await processes.find(mark);
  };
  let left = await poll();
  if (graceMs > 0) signal(left, "SIGTERM");
  const startedAt = clock.monotonic();
  const elapsed = () => clock.monotonic() - startedAt;
  for (; left.length > 0 && elapsed() < graceMs; left = await poll()) await wait(clock, POLL_INTERVAL_MS);
  // Also when nothing was seen: what forks faster than one can look is met by a signal to its group only.
  signal(left, "SIGKILL");
  for (; left.length > 0 && elapsed() < graceMs + KILL_PATIENCE_MS; left = await poll()) {
    signal(left, "SIGKILL");
    await wait(clock, POLL_INTERVAL_MS);
  }
  return left.length;
}

/** The group of a leader. Once it was seen and then gone, its number may be another's. */
class Group {
  readonly #leader: number | null;
  #seen = false;
  #gone = false;

  constructor(leader: number | null) {
    this.#leader = leader;
  }

  /** Sends a signal to all of it at one blow; 0 only looks. */
  signal(signal: Deno.Signal | 0): void {
    if (this.#leader === null || this.#gone) return;
    const isThere = sendSignal(-this.#leader, signal);
    this.#gone = this.#seen && !isThere;
    this.#seen ||= isThere;
  }
}

function wait(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => clock.after(delayMs, resolve));
}
