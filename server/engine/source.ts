import type { PlacementMode } from "../contract/nodes.ts";
import type { RunKind } from "../contract/runs.ts";
import type { OverlapRule } from "./overlap.ts";
import type { SourceKey, Tx } from "./store.ts";
import type { Timetable } from "./timetable.ts";

/** What the engine needs to know of a source to enqueue its runs. */
export interface Source extends SourceKey {
  kind: RunKind;
  name: string;
  /** Runs of one group are never live together. */
  serialGroup: string | null;
  overlap: OverlapRule;
  /** Where its runs run; unset for what only a panel can run. */
  placement?: Placement;
  /** Returns what a run that is due at some nominal times (ms) is given besides the source as it is. */
  requestOf?(times: readonly number[], timetable: Timetable | null): string | null;
  /** Returns until when a due time waits for the tasks before it (ms), which may have passed; null if it does not wait. */
  awaitsUntil?(tx: Tx, dueAt: number): Promise<number | null>;
  /** How long its runs wait for a person to approve them, in ms; unset for runs that need no approval. */
  approvalLapseMs?: number;
  /** Begins a flow run with a run that was enqueued, if others start after it. */
  beginFlow?(tx: Tx, runId: number, now: number): Promise<void>;
}

/** Which nodes run a source. */
export interface Placement {
  /** Null for any pool. */
  pool: string | null;
  mode: PlacementMode;
}

/** A run that belongs to no source. */
export interface OtherRun {
  kind: RunKind;
  name: string;
  /** Runs of one group are never live together. */
  serialGroup?: string | null;
  placement?: Placement;
}
