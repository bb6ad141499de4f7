// What the queue, the runner and the ledger ask of a kind of run. They know nothing else of tasks, or of any other kind.
import type { RunSpec } from "../run_spec.ts";
import type { Environment, SpecContext } from "../spec_parts.ts";
import type { FinalState } from "../states.ts";
import type { Database, RunRow, Tx } from "../store.ts";

/** What a run is made from, as it stands when it is asked for. */
export interface Subject {
  /** Folder of its logs, below the folder of logs. */
  logFolder: string;
  /** How many runs of the same task may be live at once; runs without a task are not counted against each other. */
  maxAtOnce: number;
  /** Milliseconds; null for none. */
  timeLimitMs: number | null;
  /** Labels of the variables it gets, null for all variables; left out by what is no task and gets none. */
  variableLabels?: readonly string[] | null;
  /** Says what is to be started, with the variables it gets. Throws `RunRefused`. */
  spec(run: RunRow, context: SpecContext, variables: Environment): RunSpec;
}

export interface Kind {
  /** Its runs take none of the places that are limited; how many are live at once, their serial groups say. */
  exempt?: true;
  /** How many runs of this kind may be live at once, where the kind itself has a limit. */
  maxLive?: number;
  /** Finds what runs of this kind are made from, by run; one whose subject is gone is left out. */
  find(db: Database, runs: readonly RunRow[]): Promise<Map<number, Subject>>;
  /** Does what follows a run, in the transaction that ends it. Answers the run it queued, if any. */
  followUp(tx: Tx, run: RunRow, state: FinalState, now: number): Promise<number | null>;
}
