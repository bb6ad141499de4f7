import type { PlacementMode } from "../contract/nodes.ts";
import type { RunKind } from "../contract/runs.ts";
import type { FieldIssue } from "../contract/app_error.ts";
import type { FlowMember } from "./flow_member.ts";
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
  /** Returns the runs that one start becomes, each for a value of a list; null if it becomes one. */
  itemsOf?(tx: Tx, request: ItemsRequest): Promise<Items | null>;
  /** Begins a flow run with a run that was enqueued, or skipped for the tasks before it, if it is linked to others. */
  beginFlow?(tx: Tx, runId: number, now: number): Promise<void>;
}

/** One run of several that one start became: its position in the list, and the value there. */
export interface Item {
  index: number;
  value: string;
}

export interface ItemsRequest {
  flow: FlowMember | null;
  /** What the run is given besides. */
  requestJson: string | null;
}

/** The runs that one start becomes, or why it cannot. */
export type Items = { runs: readonly { item: Item; requestJson: string }[] } | { problem: FieldIssue };

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
