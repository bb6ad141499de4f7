import process from "node:process";
import { type Clock, sleep } from "../clock.ts";
import { isSameProcess, listProcesses, type ProcessDetails, readEnvironment } from "./process_table.ts";

/** What the processes of one start have in common, by which they are found. */
export interface Mark {
  /** `NAME=value` in the environment, inherited by every descendant that does not clear it. */
  environment: string;
  /** Leader of the session it was started in; null when not known. */
  leader: number | null;
}

interface Snapshot {
  takenAt: number;
  processes: ProcessDetails[];
  environments: Map<number, Set<string>>;
}

const FRESH_MS = 50;

/** Finds the processes of a mark. Concurrent calls share a snapshot of the process table, which takes milliseconds to read. */
export class MarkedProcesses {
  readonly #variable: string;
  #snapshot: Snapshot | undefined;
  #coming: Promise<Snapshot> | undefined;

  /** `variable` is the name every mark's environment begins with. */
  constructor(private readonly clock: Clock, variable: string) {
    this.#variable = `${variable}=`;
  }

  /**
   * Lists every process that is in the mark's session or group, carries the mark, or descends from one that does: one that
   * left the session by `setsid` is found by its mark, one that cleared its environment by its parent or session.
   */
  async find(mark: Mark): Promise<ProcessDetails[]> {
    const known = this.#snapshot;
    const isFresh = known !== undefined && this.clock.monotonic() - known.takenAt < FRESH_MS;
    const alive = isFresh ? findMarked(known, mark).filter(isAlive) : [];
    if (alive.length > 0) return alive;
    // Only a snapshot begun after the call can prove that nothing is left: an earlier one misses processes that started or
    // escaped since. A process in it that is gone by now counts, because it may have left a child.
    return findMarked(await this.#nextPoll(isFresh ? FRESH_MS : 0), mark);
  }

  // Calls until then share the same snapshot.
  #nextPoll(delayMs: number): Promise<Snapshot> {
    this.#coming ??= sleep(this.clock, delayMs).then(() => {
      this.#coming = undefined;
      return this.#poll();
    });
    return this.#coming;
  }

  #poll(): Snapshot {
    const processes = listProcesses();
    const environments = new Map(processes.map(({ pid }) => [pid, this.#marksOf(pid)]));
    this.#snapshot = { takenAt: this.clock.monotonic(), processes, environments };
    return this.#snapshot;
  }

  #marksOf(pid: number): Set<string> {
    return new Set(readEnvironment(pid).filter((entry) => entry.startsWith(this.#variable)));
  }
}

function findMarked({ processes, environments }: Snapshot, { environment, leader }: Mark): ProcessDetails[] {
  const ours = new Set<number>();
  for (const { pid, session, group } of processes) {
    const inSession = leader !== null && (session === leader || group === leader);
    if (inSession || environments.get(pid)?.has(environment)) ours.add(pid);
  }
  addDescendants(processes, ours);
  return processes.filter(({ pid }) => ours.has(pid));
}

function isAlive({ pid, start }: ProcessDetails): boolean {
  return isSameProcess(pid, start);
}

function addDescendants(all: ProcessDetails[], ours: Set<number>): void {
  for (let before = -1; before !== ours.size;) {
    before = ours.size;
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid);
  }
}

/** Sends a signal to each of the processes, if it is still the same process. */
export function signalEach(processes: readonly ProcessDetails[], signal: Deno.Signal): void {
  for (const one of processes) if (isAlive(one)) sendSignal(one.pid, signal);
}

/**
 * Sends a signal to a process, or with a negative number to a whole group; 0 only checks. Returns false when it does not
 * exist.
 */
export function sendSignal(pid: number, signal: Deno.Signal | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
