import process from "node:process";
import type { Clock } from "../clock.ts";
import { findProcess, listProcesses, type ProcessFacts, readEnvironment } from "./process_table.ts";

/** What ties processes to one start of ours. */
export interface Mark {
  /** `NAME=value` in the environment, inherited by every descendant that does not clear it. */
  environment: string;
  /** Leader of the session it was started in; null when not known. */
  leader: number | null;
}

interface Snapshot {
  takenAt: number;
  processes: ProcessFacts[];
  environments: Map<number, Set<string>>;
}

const FRESH_MS = 50;

/** Finds the processes of a mark. Many stops at once share one look at the process table. */
export class MarkedProcesses {
  readonly #clock: Clock;
  readonly #variable: string;
  #snapshot: Snapshot | undefined;

  /** `variable` is the name every mark's environment begins with. */
  constructor(clock: Clock, variable: string) {
    this.#clock = clock;
    this.#variable = `${variable}=`;
  }

  /**
   * Lists every live process that is in the mark's session or group, carries the mark, or descends from one that does: one
   * that left the session by `setsid` is found by the mark, one that cleared its environment by its parent or session.
   */
  find(mark: Mark): ProcessFacts[] {
    const known = this.#fresh();
    const found = known ? alive(known, mark) : [];
    // Only a look taken now can say that nothing is left: what began, or fled from its parent, since the last is not in that.
    return found.length > 0 ? found : alive(this.#look(), mark);
  }

  #fresh(): Snapshot | undefined {
    const isFresh = this.#snapshot && this.#clock.monotonic() - this.#snapshot.takenAt < FRESH_MS;
    return isFresh ? this.#snapshot : undefined;
  }

  #look(): Snapshot {
    const processes = listProcesses();
    const environments = new Map(processes.map(({ pid }) => [pid, this.#marksOf(pid)]));
    this.#snapshot = { takenAt: this.#clock.monotonic(), processes, environments };
    return this.#snapshot;
  }

  #marksOf(pid: number): Set<string> {
    return new Set(readEnvironment(pid).filter((entry) => entry.startsWith(this.#variable)));
  }
}

function alive({ processes, environments }: Snapshot, { environment, leader }: Mark): ProcessFacts[] {
  const ours = new Set<number>();
  for (const { pid, session, group } of processes) {
    const inSession = leader !== null && (session === leader || group === leader);
    if (inSession || environments.get(pid)?.has(environment)) ours.add(pid);
  }
  addDescendants(processes, ours);
  return processes.filter(({ pid, start }) => ours.has(pid) && findProcess(pid)?.start === start);
}

function addDescendants(all: ProcessFacts[], ours: Set<number>): void {
  for (let before = -1; before !== ours.size;) {
    before = ours.size;
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid);
  }
}

/** Sends a signal to each of the processes, if it is still the one that was found. */
export function signalEach(processes: readonly ProcessFacts[], signal: Deno.Signal): void {
  for (const { pid, start } of processes) {
    if (findProcess(pid)?.start === start) sendSignal(pid, signal);
  }
}

/** Sends a signal to a process, or with a negative number to a whole group; nothing happens when it is gone. */
export function sendSignal(pid: number, signal: Deno.Signal): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already, which is what a signal is for here.
  }
}
