// Types of every table after the newest migration. Times are integer milliseconds UTC created in code; booleans are
// 0 or 1; columns named `…_json` contain JSON text. Change a type together with the migration that makes it true.
import type { Generated, Selectable } from "kysely";
import type { DependencyAction, DependencyState, DependencyType } from "../contract/dependencies.ts";
import type { FileArea, VersionCause } from "../contract/files.ts";
import type { RunCause, RunKind, RunState, SkipReason } from "../contract/runs.ts";
import type { TaskKind } from "../contract/task_kinds.ts";
import type { TrashCause } from "../contract/task_trash.ts";
import type { JoinRule } from "../contract/variables.ts";
import type {
  ApplicationTable,
  ApplicationTokenTable,
  AuditEntryTable,
  AuditHeadTable,
  LoginLogTable,
  PasskeyTable,
  PendingLoginTable,
  RecoveryCodeTable,
} from "./account_tables.ts";
import type {
  ChannelTable,
  DeliveryTable,
  NotificationRuleTable,
  NotificationStateTable,
} from "./notification_tables.ts";
import type {
  NodeDependencyTable,
  NodeTable,
  PlacementColumns,
  RunLogChunkTable,
  RunLogTable,
  RunNodeColumns,
  RunOrderTable,
  StoredBlobTable,
  StoredFolderTable,
  StoredTreeTable,
  UsedChallengeTable,
} from "./node_tables.ts";
import type {
  SubscriptionPreviewTable,
  SubscriptionTable,
  SubscriptionTreeTable,
  SubscriptionWaitTable,
} from "./subscription_tables.ts";

export interface Tables {
  account: AccountTable;
  session: SessionTable;
  login_attempt: LoginAttemptTable;
  setting: SettingTable;
  task: TaskTable;
  trashed_task: TrashedTaskTable;
  task_change: TaskChangeTable;
  run: RunTable;
  view: ViewTable;
  file_version: FileVersionTable;
  bin_entry: TrashEntryTable;
  variable: VariableTable;
  variable_rule: VariableRuleTable;
  dependency: DependencyTable;
  subscription: SubscriptionTable;
  subscription_tree: SubscriptionTreeTable;
  subscription_wait: SubscriptionWaitTable;
  subscription_preview: SubscriptionPreviewTable;
  recovery_code: RecoveryCodeTable;
  pending_login: PendingLoginTable;
  application: ApplicationTable;
  application_token: ApplicationTokenTable;
  login_log: LoginLogTable;
  audit_entry: AuditEntryTable;
  audit_head: AuditHeadTable;
  channel: ChannelTable;
  notification_rule: NotificationRuleTable;
  delivery: DeliveryTable;
  notification_state: NotificationStateTable;
  passkey: PasskeyTable;
  imported_item: ImportedItemTable;
  node: NodeTable;
  node_dependency: NodeDependencyTable;
  stored_folder: StoredFolderTable;
  used_challenge: UsedChallengeTable;
  stored_blob: StoredBlobTable;
  stored_tree: StoredTreeTable;
  run_task_name: RunTaskNameTable;
  run_order: RunOrderTable;
  run_log_chunk: RunLogChunkTable;
  run_log: RunLogTable;
}

export interface AccountTable {
  id: Generated<number>;
  username: string;
  /** `scrypt$N$r$p$salt$hash`, base64url. */
  password_hash: string;
  /** The second factor's secret, sealed; null without one. */
  factor_secret: Generated<string | null>;
  /** The secret of a second factor that is being set up, sealed. */
  factor_pending: Generated<string | null>;
  /** The newest time step whose code was used: neither it nor an earlier one is accepted again. */
  factor_step: Generated<number | null>;
  factor_since: Generated<number | null>;
  /** SHA-256 of the picture's file, hex; null without one. */
  avatar_hash: Generated<string | null>;
  created_at: number;
  updated_at: number;
  version: number;
}

export interface SessionTable {
  id: Generated<number>;
  account_id: number;
  /** SHA-256 of the token, hex: the database alone does not let anyone log in. */
  token_hash: string;
  language: "en" | "zh" | null;
  ip: string;
  user_agent: string;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  /** When the session last re-authenticated with a password or a code. */
  proven_at: Generated<number>;
}

export interface LoginAttemptTable {
  id: Generated<number>;
  /**
   * Which endpoint was tried: an application with an outdated secret must not lock out a user at the same
   * address.
   */
  door: "login" | "token" | "initialization";
  /** The address; for IPv6 its first 64 bits, because one client controls all the rest. */
  network: string;
  /**
   * SHA-256 of the lower-cased user name, hex: a password typed into the wrong field is not stored in plain text.
   */
  username_hash: string;
  succeeded: 0 | 1;
  at: number;
}

export interface SettingTable {
  name: string;
  value_json: string;
}

export interface TaskTable extends PlacementColumns {
  id: Generated<number>;
  name: string;
  command: string;
  /** What the command runs; computed whenever the command is saved. */
  kind: Generated<TaskKind>;
  /** JSON: an array of expressions, or `"manual"`, `"startup"` or `"boot"`. */
  schedules_json: string;
  time_zone: string | null;
  labels_json: string;
  enabled: 0 | 1;
  pinned: 0 | 1;
  /** Causes no notifications; cleared when a run succeeds. */
  muted: Generated<0 | 1>;
  before_command: string | null;
  after_command: string | null;
  working_directory: string | null;
  log_folder: string | null;
  time_limit_ms: number | null;
  overlap_json: string;
  /** Null: `missed_usual` applies. */
  missed_json: string | null;
  /** The default handling of missed due times for the task's schedule; stored because it is expensive to compute. */
  missed_usual: Generated<"skip" | "last">;
  retry_json: string;
  serial_group: string | null;
  random_delay_ms: number;
  variable_labels_json: string | null;
  /** Null: the setting applies. */
  log_keep_runs: Generated<number | null>;
  /** Null: the setting applies. */
  log_keep_days: Generated<number | null>;
  notify_json: string;
  subscription_id: number | null;
  /** The last decided instant: no due time at or before it is decided again. */
  cursor_at: number;
  /** First due time after the cursor; null when disabled, not scheduled by cron, or never due again. */
  next_due_at: number | null;
  /**
   * Since when schedule, zone and switch are unchanged: from then on, the due times in the run table follow from them.
   */
  planned_at: Generated<number>;
  last_run_id: number | null;
  last_started_at: number | null;
  last_duration_ms: number | null;
  last_outcome: RunState | null;
  last_exit_code: number | null;
  created_at: number;
  updated_at: number;
  version: number;
}

/**
 * Deleted tasks that can be restored. They are not in `task`, so no query has to exclude them; their runs stay in
 * `run`.
 */
export interface TrashedTaskTable {
  /** Its id in `task`, which is never given to another task. */
  id: number;
  name: string;
  command: string;
  /** Null without a subscription, or after it was deleted. */
  subscription_id: number | null;
  log_keep_runs: number | null;
  log_keep_days: number | null;
  /** JSON: the row of `task`, in the version of the database that deleted it. */
  row_json: string;
  cause: TrashCause;
  deleted_at: number;
  /** Name of the user or the application; null if a subscription deleted it. */
  deleted_by: string | null;
  /** Whether it was deleted permanently and its runs are being removed; it can no longer be restored. */
  removing: Generated<0 | 1>;
}

export type TaskRow = Selectable<TaskTable>;
export type TrashedTaskRow = Selectable<TrashedTaskTable>;

/** When a task started to run something else or at other times; the newest `taskLimits.changes` of each task. */
export interface TaskChangeTable {
  id: Generated<number>;
  /** Not a foreign key: changes stay while their task is in the trash. */
  task_id: number;
  at: number;
  what: "command" | "schedule";
}

/** Each `task_name` of `run` once, and some that no run has any more. */
export interface RunTaskNameTable {
  name: string;
}

export interface RunTable extends RunNodeColumns {
  id: Generated<number>;
  /** Not a foreign key: runs outlive a deleted task until retention removes them. */
  task_id: number | null;
  task_name: string;
  cause: RunCause;
  state: RunState;
  /** The due time decided by this row; null for unscheduled runs. Unique per task. */
  due_at: number | null;
  /**
   * The last due time covered by this row: later than `due_at` when several missed ones were skipped together.
   */
  due_through: number | null;
  due_count: number;
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
  /** JSON: arguments and extra variables of a run on demand, the variables sealed; read by `features/tasks/run_request.ts`. */
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
  /** For pulls: the subscription, also for a preview. Unique together with `due_at`, as `task_id` is. */
  subscription_id: Generated<number | null>;
}

export interface ViewTable {
  id: Generated<number>;
  name: string;
  conditions_json: string;
  relation: "and" | "or";
  sort_json: string;
  /** Position among the views, from 0. */
  position: number;
  hidden: 0 | 1;
  created_at: number;
  updated_at: number;
  version: number;
}

export interface FileVersionTable {
  id: Generated<number>;
  area: FileArea;
  /** The current path of the file; a rename moves its versions along. */
  path: string;
  /** SHA-256 of the content, hex: the name of the stored copy. */
  hash: string;
  size: number;
  saved_at: number;
  /** Name of an account or application; null when the change did not come through the panel. */
  saved_by: string | null;
  cause: VersionCause;
}

export interface TrashEntryTable {
  id: Generated<number>;
  area: FileArea;
  /** Its path before deletion. */
  path: string;
  kind: "file" | "folder" | "link" | "special";
  size: number | null;
  /** Name of its folder in the trash. */
  place: string;
  deleted_at: number;
  deleted_by: string | null;
}

export interface VariableTable {
  id: Generated<number>;
  name: string;
  /** Sealed when it is a secret, otherwise plain. */
  value: string;
  secret: 0 | 1;
  remarks: string;
  labels_json: string;
  enabled: 0 | 1;
  /** Position in the list; may have gaps. */
  position: number;
  created_at: number;
  updated_at: number;
  version: number;
}

/** How several variables with the same name are combined; a name without a row is joined. */
export interface VariableRuleTable {
  name: string;
  join: JoinRule;
}

export interface DependencyTable {
  id: Generated<number>;
  type: DependencyType;
  name: string;
  remarks: string;
  state: DependencyState;
  /** The action of its newest run. */
  act: DependencyAction;
  installed_version: string | null;
  reason: string | null;
  /** Its newest run; not a foreign key, because runs are pruned. */
  run_id: number | null;
  /** The subscription whose Python environment it is installed to; null for the shared packages. */
  subscription_id: Generated<number | null>;
  created_at: number;
  updated_at: number;
  version: number;
}

/** What an import created, by its key in the source. Not a foreign key: what was deleted here is imported again. */
export interface ImportedItemTable {
  source: string;
  kind: string;
  /** SHA-256 of the key, hex: some keys are long. */
  key_hash: string;
  target_id: number;
  /** The import that created it. */
  import_id: number;
  /** Whether it was created disabled only until the import is confirmed. */
  held: 0 | 1;
}
