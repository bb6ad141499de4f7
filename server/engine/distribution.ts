// What differs between one machine and several: who decides what is due, and how a run reaches the machine that runs it.
// The rest of the engine does not know which it is.
import type { Session } from "../platform/process/spawn_session.ts";
import type { OpenNodes } from "./enqueue.ts";
import type { PreparedRun } from "./run_type.ts";
import type { RunRow, SourceKey } from "./store.ts";

export interface LocalRuns {
  /** Starts a claimed run and follows it to its end. Never throws. */
  start(run: RunRow, prepared: PreparedRun): void;
  /** Takes over a run that was found alive after a restart; `timeLimitMs` counts from its start. */
  adopt(run: RunRow, session: Session, timeLimitMs: number | null): void;
  /**
   * Settles runs that the ledger lists as live here and that nothing follows, as after a restart: they are adopted, have ended, or
   * are queued again. Returns those that are live.
   */
  recover(runs: readonly RunRow[]): Promise<number[]>;
  /** Stops those that are live here, and returns them. */
  stop(ids: readonly number[], outcome: "stopped" | "timed_out"): Promise<number[]>;
  /** Resolves when the run has ended and that is recorded; immediately when it is not live here. */
  ended(runId: number): Promise<void>;
}

/** A run that may start now, and how. */
export interface Chosen {
  run: RunRow;
  prepared: PreparedRun;
}

/** Which nodes can take runs now. */
export interface Openings {
  /** Nodes that can take a run which only they may run. */
  nodes: readonly number[];
  /** Pools with a node that can take a run. */
  pools: readonly string[];
  /** Whether a panel can take a run that no worker runs. */
  panel: boolean;
  /** Reserves room for a run and returns its node; null when there is none any more. */
  reserve(run: RunRow): number | null;
}

/** What holds a slot, as far as it decides who may start next. */
export interface PlacedRun {
  /** Null until a node has it. */
  nodeId: number | null;
}

/** Starts and stops runs, wherever they run. */
export interface RunPlacer {
  /** Assigns slots to queued runs, in one transaction. Returns those that were still queued. */
  claim(chosen: readonly Chosen[]): Promise<number[]>;
  /** Starts a claimed run. Never throws. */
  start(chosen: Chosen): void;
  /** Stops live runs. Returns those that were live. */
  stop(ids: readonly number[], outcome: "stopped" | "timed_out"): Promise<number[]>;
  /** Resolves when the run has ended and that is recorded, or when its node has given it back; immediately when it is not live. */
  ended(runId: number): Promise<void>;
}

export interface Decider {
  /** Begins to plan and to start runs. `isFirst`: no other panel was deciding before. */
  begin(isFirst: boolean): Promise<void>;
  /** Ends it: another panel may decide now. */
  end(): Promise<void>;
  /** The next due time of a source changed; null when it is no longer due. */
  planChanged(source: SourceKey, nextDueAt: number | null): void;
  /** Compares the plan with the database, of whose changes messages may have been lost. */
  comparePlan(): Promise<void>;
  /** Something may be able to start. */
  wake(): void;
  /** A run was assigned to a node that did not take it, or whose node is silent: it is queued again, or has ended. */
  released(runId: number): void;
  /** Records that the live runs of a silent node are lost. */
  lose(nodeId: number): Promise<void>;
}

export interface Distribution extends OpenNodes {
  /** This node; null on a single machine. */
  readonly nodeId: number | null;
  /** Whether this panel decides what is due and what starts. */
  readonly isDeciding: boolean;
  /** Returns what places the runs that the queue starts. */
  placer(local: LocalRuns): RunPlacer;
  /** Returns which nodes can take runs, besides those that hold slots; null when every run may start here. */
  openings(slots: Iterable<PlacedRun>): Promise<Openings | null>;
  /** Takes part: lets the decider begin as soon as it may. */
  open(decider: Decider): Promise<void>;
  /** Stops taking part. Running processes continue. */
  close(): Promise<void>;
  /** Tells whoever decides that the next due time of a source changed. */
  planChanged(source: SourceKey, nextDueAt: number | null): void;
  /** Tells whoever decides that something may be able to start. */
  wake(): void;
}
