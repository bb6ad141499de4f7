import type { Generated } from "kysely";
import type { LinkDecision, LinkReason } from "../contract/flows.ts";

/** The links of `upstream_json` of all tasks, to be found from both ends. */
export interface TaskLinkTable {
  /** The task that starts after the other; not a foreign key: links stay while it is in the trash. */
  task_id: number;
  /** Not a foreign key: a link stays when the task before it is deleted. */
  upstream_id: number;
}

/** What one start has caused. */
export interface FlowRunTable {
  id: Generated<number>;
  /** The task that it began with, and its run; not foreign keys, as in `run`. */
  task_id: number;
  run_id: number;
  started_at: number;
  /** JSON: a list of `FlowTask`, the first one first and each after those before it, as they were at the start. */
  graph_json: string;
  /** 1, and 1 more each time it was continued. */
  attempt: Generated<number>;
  stopped_at: Generated<number | null>;
  /** When nothing ran or waited any more; null while it is open, and again once it is continued. */
  ended_at: Generated<number | null>;
  /** JSON: the outcomes of its tasks by their IDs, as they were when it last ended. */
  outcomes_json: Generated<string | null>;
}

/** What was decided of a link in a flow run. What has no row is not decided yet; only those of a due time have one while they wait. */
export interface FlowLinkTable {
  flow_run_id: number;
  attempt: number;
  task_id: number;
  upstream_id: number;
  decision: LinkDecision;
  /** Null for a link that was followed, or waits. */
  reason: LinkReason | null;
  decided_at: number;
}

/** What a run leaves for the tasks after its own. */
export interface RunOutputTable {
  /** Not foreign keys, as in `run`. */
  run_id: number;
  task_id: number;
  /** JSON: its outputs by their keys, with secrets masked. */
  values_json: string;
  /** JSON: the bytes of each output, by the same keys; null for a run that is not for a value of a list. */
  sizes_json: string | null;
  /** Sealed: `OutputsWithSecrets`; null if nothing is masked. */
  sealed: string | null;
  /** How many files it left, on the machine that ran it. */
  files: number;
}
