import type { Generated, Selectable } from "kysely";
import type { RunState } from "../contract/runs.ts";
import type { OnDayOff } from "../contract/tasks.ts";
import type { ChangeAuthor, TaskChangeType } from "../contract/task_changes.ts";
import type { TaskKind } from "../contract/task_kinds.ts";
import type { TrashCause } from "../contract/task_trash.ts";
import type { PlacementColumns } from "./node_tables.ts";

export interface TaskTable extends PlacementColumns {
  id: Generated<number>;
  name: string;
  command: string;
  /** What the command runs; computed whenever the command is saved. */
  kind: Generated<TaskKind>;
  /** JSON: an array of expressions, or `"manual"`, `"startup"` or `"boot"`. */
  schedules_json: string;
  /** JSON: the declared parameters. */
  parameters_json: Generated<string>;
  /** JSON: values of parameters by the text of the rule whose runs get them. */
  rule_values_json: Generated<string>;
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
  /** The calendar of its days off; null for none. */
  calendar_id: Generated<number | null>;
  on_day_off: Generated<OnDayOff>;
  /** The revision of the calendar by which `next_due_at` was computed; null without a calendar. */
  planned_calendar: Generated<string | null>;
  /** The first and the last instant at which it can be due. */
  valid_from: Generated<number | null>;
  valid_until: Generated<number | null>;
  /** When a rule `@after` is due; null while a run is active, and without such a rule. */
  after_due_at: Generated<number | null>;
  /** JSON: `Upstream`, the tasks that it starts after; null for none. */
  upstream_json: Generated<string | null>;
  /** JSON: a list of `Trigger`. */
  triggers_json: Generated<string>;
  requires_approval: Generated<0 | 1>;
  /** How long its runs wait for approval, in ms. */
  approval_lapse_ms: Generated<number>;
  /** JSON: `ForEach`, the list for each value of which it runs; null for none. */
  for_each_json: Generated<string | null>;
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

export type TaskRow = Selectable<TaskTable>;

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
  /** Those of `row_json`. */
  labels_json: Generated<string>;
  cause: TrashCause;
  deleted_at: number;
  /** Name of the user or the application; null if a subscription deleted it. */
  deleted_by: string | null;
  /** Whether it was deleted permanently and its runs are being removed; it can no longer be restored. */
  removing: Generated<0 | 1>;
}

export type TrashedTaskRow = Selectable<TrashedTaskTable>;

/** When a task started to run something else or at other times; the newest `taskLimits.changes` of each task. */
export interface TaskChangeTable {
  id: Generated<number>;
  /** Not a foreign key: changes stay while their task is in the trash. */
  task_id: number;
  at: number;
  what: "command" | "schedule";
}

/** Who changed which fields of a task; the newest `taskLimits.history` of each task. */
export interface TaskHistoryTable {
  id: Generated<number>;
  /** Not a foreign key: the history stays while its task is in the trash. */
  task_id: number;
  at: number;
  type: TaskChangeType;
  author_kind: ChangeAuthor;
  /** The account, application, run or subscription; null without one. */
  author_id: number | null;
  author_name: string | null;
  /** JSON: an array of `FieldChange`. */
  changes_json: string;
}

export type TaskHistoryRow = Selectable<TaskHistoryTable>;

export interface ViewTable {
  id: Generated<number>;
  name: string;
  conditions_json: string;
  relation: "and" | "or";
  sort_json: string;
  /** Position among the views, from 0. */
  position: number;
  hidden: 0 | 1;
  /** To whom it belongs; null for the panel. */
  account_id: Generated<number | null>;
  /** Whether everybody whose role holds for the whole panel sees it. */
  shared: Generated<0 | 1>;
  created_at: number;
  updated_at: number;
  version: number;
}

/** The order of views for one account. */
export interface ViewPositionTable {
  account_id: number;
  view_id: number;
  position: number;
}

export interface StatusPageTable {
  id: Generated<number>;
  /** A label of tasks, which no task need have. */
  label: string;
  /** Whoever knows it sees the page. */
  token: string;
  created_at: number;
}
