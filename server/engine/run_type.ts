// What the queue, the runner and the ledger require of a run type. Features implement it; the engine knows nothing else
// about what it runs.
import type { RunSpec } from "./run_spec.ts";
import type { Environment, SpecContext } from "./spec_parts.ts";
import type { FinalState } from "./states.ts";
import type { Database, RunRow, Tx } from "./store.ts";

/** The source of a run, in its current state. */
export interface RunSource {
  /** Folder of its logs, relative to the logs directory. */
  logFolder: string;
  /** How many runs of the same task may be live at once; runs without a task do not count against each other. */
  maxAtOnce: number;
  /** Time limit in ms; null for none. */
  timeLimitMs: number | null;
  /** Labels of the variables it gets; null for all variables. Unset for run types that get none. */
  variableLabels?: readonly string[] | null;
  /** Returns the process to start, with the variables it gets. Throws `RunSpecError`. */
  spec(run: RunRow, context: SpecContext, variables: Environment): RunSpec;
}

export interface RunType {
  /** Its runs are exempt from the concurrency limit; their serial groups limit how many are live at once. */
  exempt?: true;
  /** How many runs of this type may be live at once, if the type has its own limit. */
  maxLive?: number;
  /** Finds the sources of runs of this type, by run ID; runs whose source no longer exists are left out. */
  find(db: Database, runs: readonly RunRow[]): Promise<Map<number, RunSource>>;
  /** Returns how many runs of each of these tasks may be live at once; run types without tasks leave it out. */
  limitsOf?(db: Database, taskIds: readonly number[]): Promise<Map<number, number>>;
  /** Does the follow-up work of a run, in the transaction that ends it. Returns the ID of the run it enqueued, or null. */
  followUp(tx: Tx, run: RunRow, state: FinalState, now: number): Promise<number | null>;
}
