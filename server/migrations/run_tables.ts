import type { Generated } from "kysely";
import type { RunCause, RunKind, RunState, SkipReason } from "../contract/runs.ts";
import type { RunNodeColumns } from "./node_tables.ts";

export interface RunTable extends RunNodeColumns {
  id: Generated<number>;
  /** Not a foreign key: runs outlive a deleted task until retention removes them. */
  task_id: number | null;
  task_name: string;
  cause: RunCause;
  state: RunState;
  /** The due time decided by this row; null for unscheduled runs. Unique per task, besides moved and merged ones. */
  due_at: number | null;
  /**
   * The last due time covered by this row: later than `due_at` when several missed ones were skipped together.
   */
  due_through: number | null;
  due_count: number;
  /** What the rule says, where a calendar moved it to `due_at`. Unique per task. */
  nominal_at: Generated<number | null>;
  /** The maintenance window that held or skipped it; not a foreign key. */
  window_id: Generated<number | null>;
  /** Until when the window holds it, or held it. */
  held_until: Generated<number | null>;
  /** The run that a skipped due time has instead of its own. */
  merged_into: Generated<number | null>;
  queued_at: number;
  /** Not started before this instant (random delay, retry delay). */
  start_after: number;
  /** 0 normal, 1 catching up: missed runs never go before normal ones. */
  queue_rank: number;
  /** Position in the queue within its rank. */
  queue_order: number;
  started_at: number | null;
  finished_at: number | null;
  duration_ms: number | null;
  lag_ms: number | null;
  exit_code: number | null;
  signal: string | null;
  skip_reason: SkipReason | null;
  blocked_by: number | null;
  attempt: number;
  retry_of: number | null;
  stop_requested_at: number | null;
  /** The outcome of the run once it has been stopped. */
  stop_outcome: "stopped" | "timed_out" | null;
  detail: string | null;
  log_path: string | null;
  pid: number | null;
  /** Start time of the process as counted by the kernel, so that a reused pid is not mistaken for ours. */
  pid_start: string | null;
  boot_id: string | null;
  serial_group: string | null;
  /**
   * JSON: values of parameters, and arguments and extra variables of a run on demand; variables and secrets are sealed. Read by
   * `features/tasks/run_request.ts`.
   */
  request_json: string | null;
  peak_memory_bytes: Generated<number | null>;
  /** The run type: a task, or another feature that uses the engine with its own spec. */
  kind: Generated<RunKind>;
  /** For types other than `task`: the source of the spec. */
  subject_json: Generated<string | null>;
  /** The script it ran, relative to the scripts folder; null when the command names none there. */
  script_path: Generated<string | null>;
  /** The version of that script it ran; not a foreign key, because versions are pruned. */
  script_version_id: Generated<number | null>;
  /** JSON: `RunTrigger`, the trigger that has started it; null for other runs. */
  trigger_json: Generated<string | null>;
  /** The flow run that it belongs to; null for a run that starts no other. */
  flow_run_id: Generated<number | null>;
  /** 1, and 1 more for each time its flow run was continued before. */
  flow_attempt: Generated<number | null>;
  /** Its position in the list for which its task runs, from 0, and the value there; null for a task that runs once. */
  item: Generated<number | null>;
  item_value: Generated<string | null>;
  /** Until when it waits for the tasks before its own (ms), and does not start; null if it does not wait. */
  awaits_until: Generated<number | null>;
  /** Until when a person may approve it (ms); null for a run that needs no approval. */
  approval_until: Generated<number | null>;
  /** When it was approved or rejected; null while nobody has, and where it lapsed. */
  approval_at: Generated<number | null>;
  /** Name of the account that approved or rejected it; null for the command line. */
  approval_by: Generated<string | null>;
  approval_remark: Generated<string | null>;
  /** Whether its end was followed in its flow run. */
  followed: Generated<0 | 1>;
  /** For pulls: the subscription, also for a preview. Unique together with `due_at`, as `task_id` is. */
  subscription_id: Generated<number | null>;
  /** Name of the account or application that started it by hand. */
  requested_by: Generated<string | null>;
  /** Name of the account or application that stopped it. */
  stopped_by: Generated<string | null>;
}

/** Each `task_name` of `run` once, and some that no run has any more. */
export interface RunTaskNameTable {
  name: string;
}

/** How long the runs of a task usually take; see `features/runs/usual_durations.ts`. */
export interface UsualDurationTable {
  /** Not a foreign key: rows of deleted tasks are removed with the next computation of all. */
  task_id: number;
  /** Null while too few runs have succeeded. */
  usual_ms: number | null;
  /** The last run of the task at that time. */
  last_run_id: number;
  computed_at: number;
}
