import { type Clock, sleep } from "../platform/clock.ts";
import type { ProcessDetails } from "../platform/process/process_table.ts";
import {
  type Mark,
  type MarkedProcesses,
  sendSignal,
  signalEach,
} from "../platform/process/marked_processes.ts";

const POLL_INTERVAL_MS = 100;
/**
 * After KILL the kernel needs a moment. A process stuck in the kernel (a dead network file system) must not block us
 * forever.
 */
const KILL_PATIENCE_MS = 2_000;

export interface EndOptions {
  mark: Mark;
  /** Time between TERM and KILL, in ms; 0 kills at once. */
  graceMs: number;
  clock: Clock;
  processes: MarkedProcesses;
}

/**
 * Ends every process of a mark: sends TERM to the group and to processes that left it, waits for the grace period, sends
 * KILL and checks that all are gone. Returns the number of processes that are still alive.
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
  for (; left.length > 0 && elapsed() < graceMs; left = await poll()) await sleep(clock, POLL_INTERVAL_MS);
  // Send it even when no process was found: processes that fork faster than we can poll are only reached by a signal to
  // their group.
  signal(left, "SIGKILL");
  for (; left.length > 0 && elapsed() < graceMs + KILL_PATIENCE_MS; left = await poll()) {
    signal(left, "SIGKILL");
    await sleep(clock, POLL_INTERVAL_MS);
  }
  return left.length;
}

/** The process group of a leader. Once the group was seen and has disappeared, its ID may be reused by another one. */
class Group {
  #seen = false;
  #gone = false;

  constructor(private readonly leader: number | null) {}

  /** Sends a signal to the whole group in one call; 0 only checks that the group exists. */
  signal(signal: Deno.Signal | 0): void {
    if (this.leader === null || this.#gone) return;
    const isThere = sendSignal(-this.leader, signal);
    this.#gone = this.#seen && !isThere;
    this.#seen ||= isThere;
  }
}
