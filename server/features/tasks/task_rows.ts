// Converts between a task of the API and its row.
import type { RunState } from "../../contract/runs.ts";
import type { TaskStatus } from "../../contract/task_fields.ts";
import type { Notify, Overlap, Schedules, Task, TaskPatch } from "../../contract/tasks.ts";
import { scriptPathOf } from "./command/script_path.ts";
import { taskKindOf } from "./command/task_kind.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import { isPending } from "../../engine/states.ts";
import { missedPolicy } from "../../engine/timetable.ts";
import { readSchedules } from "./task_timetable.ts";
import { readParameters, readTaskSchedules, scheduleColumns } from "./parameters/rule_values.ts";
import { readForEach } from "./for_each/list_items.ts";
import { readUpstream } from "./flow/flow_graph.ts";
import { readTriggers } from "./triggers/trigger_rows.ts";
import { noRetry, readMissed, readOverlap, readRetry } from "./task_source.ts";
import { storedInstant, storedJson } from "../../platform/stored_json.ts";

/** A run of a task that is queued or running. */
export interface TaskActivity {
  id: number;
  state: RunState;
  started_at: number | null;
  stop_requested_at: number | null;
  held_until: number | null;
}

/** The active and the most recent runs of a task, both oldest first. */
export interface TaskRuns {
  active: TaskActivity[];
  recent: Task["recentOutcomes"];
}

const json = (value: unknown) => JSON.stringify(value);
const blankToNull = (text: string | null) => (text?.trim() ? text : null);

const columnOf = {
  name: (value) => ({ name: value.trim() }),
  command: (value) => ({ command: value.trim(), kind: taskKindOf(value.trim()) }),
  schedules: scheduleColumns,
  parameters: (value) => ({ parameters_json: json(value) }),
  timeZone: (value) => ({ time_zone: value }),
  labels: (value) => ({ labels_json: json([...new Set(value.map((label) => label.trim()))]) }),
  enabled: (value) => ({ enabled: value ? 1 : 0 }),
  before: (value) => ({ before_command: blankToNull(value) }),
  after: (value) => ({ after_command: blankToNull(value) }),
  workingDirectory: (value) => ({ working_directory: blankToNull(value) }),
  logFolder: (value) => ({ log_folder: blankToNull(value) }),
  timeLimitMs: (value) => ({ time_limit_ms: value || null }),
  overlap: (value) => ({ overlap_json: json(value) }),
  missed: (value) => ({ missed_json: value && json(value) }),
  retry: (value) => ({ retry_json: json(value) }),
  placement: ({ pool, mode }) => ({ placement_pool: pool, placement_mode: mode }),
  serialGroup: (value) => ({ serial_group: value }),
  randomDelayMs: (value) => ({ random_delay_ms: value }),
  calendarId: (value) => ({ calendar_id: value }),
  onDayOff: (value) => ({ on_day_off: value }),
  validFrom: (value) => ({ valid_from: value === null ? null : Date.parse(value) }),
  validUntil: (value) => ({ valid_until: value === null ? null : Date.parse(value) }),
  variableLabels: (value) => ({ variable_labels_json: value && json(value) }),
  upstream: (value) => ({ upstream_json: value && json(value) }),
  triggers: (value) => ({ triggers_json: json(value) }),
  requiresApproval: (value) => ({ requires_approval: value ? 1 : 0 }),
  approvalLapseMs: (value) => ({ approval_lapse_ms: value }),
  forEach: (value) => ({ for_each_json: value && json(value) }),
  logKeepRuns: (value) => ({ log_keep_runs: value }),
  logKeepDays: (value) => ({ log_keep_days: value }),
  notify: (value) => ({ notify_json: json(value) }),
} satisfies {
  [K in keyof TaskPatch]-?: (value: NonNullable<TaskPatch[K]> | NullOf<K>) => Partial<TaskRow>;
};

type NullOf<K extends keyof TaskPatch> = null extends TaskPatch[K] ? null : never;

type KeysOfEach<T> = T extends unknown ? keyof T : never;

export type SetColumns = Pick<TaskRow, KeysOfEach<ReturnType<typeof columnOf[keyof TaskPatch]>>>;

export const columnDefaults: Omit<SetColumns, "name" | "command" | "kind" | "schedules_json"> = {
  parameters_json: "[]",
  rule_values_json: "{}",
  time_zone: null,
  labels_json: "[]",
  enabled: 1,
  before_command: null,
  after_command: null,
  working_directory: null,
  log_folder: null,
  time_limit_ms: null,
  overlap_json: JSON.stringify({ policy: "skip" } satisfies Overlap),
  missed_json: null,
  retry_json: JSON.stringify(noRetry),
  placement_pool: "default",
  placement_mode: "any",
  serial_group: null,
  random_delay_ms: 0,
  calendar_id: null,
  on_day_off: "run",
  valid_from: null,
  valid_until: null,
  variable_labels_json: null,
  upstream_json: null,
  triggers_json: "[]",
  requires_approval: 0,
  approval_lapse_ms: 24 * 3_600_000,
  for_each_json: null,
  log_keep_runs: null,
  log_keep_days: null,
  notify_json: "{}",
};

/** Converts form fields to columns; skips fields that were not sent. */
export function toColumns(patch: TaskPatch): Partial<SetColumns> {
  const parts = Object.entries(patch).filter(([, value]) => value !== undefined).map(([field, value]) => {
    // The schema allows only these fields, each with its type; the loop loses which type belongs to which
    // field.
    const column = columnOf[field as keyof typeof columnOf] as (value: unknown) => Partial<SetColumns>;
    return column(value);
  });
  return Object.assign({}, ...parts);
}

/** Converts a row to a task of the API; `scripts` is the directory of the scripts. */
export function toTask(row: TaskRow, runs: TaskRuns, scripts: string): Task {
  const enabled = row.enabled === 1;
  const live = runs.active.filter(({ state }) => !isPending(state));
  const active = live[0] ?? runs.active.find(({ held_until }) => held_until === null) ?? runs.active[0];
  return {
    id: row.id,
    name: row.name,
    command: row.command,
    kind: row.kind,
    scriptPath: scriptPathOf({ command: row.command, workingDirectory: row.working_directory, scripts }),
    schedules: readTaskSchedules(row),
    parameters: readParameters(row),
    timeZone: row.time_zone,
    labels: storedJson<string[]>(row.labels_json, []),
    enabled,
    pinned: row.pinned === 1,
    muted: row.muted === 1,
    status: taskStatus(enabled, runs.active.map(({ state }) => state)),
    activeRun: active
      ? {
        id: active.id,
        state: active.state,
        startedAt: storedInstant(active.started_at),
        stopRequestedAt: storedInstant(active.stop_requested_at),
        heldUntil: isPending(active.state) ? storedInstant(active.held_until) : null,
      }
      : null,
    lastRun: lastRunOf(row),
    recentOutcomes: runs.recent,
    runCounts: { queued: runs.active.length - live.length, live: live.length },
    nextRunAt: storedInstant(row.next_due_at),
    subscriptionId: row.subscription_id,
    before: row.before_command,
    after: row.after_command,
    workingDirectory: row.working_directory,
    logFolder: row.log_folder,
    timeLimitMs: row.time_limit_ms,
    overlap: readOverlap(row),
    missed: missedPolicy(readMissed(row), row.missed_usual),
    missedAutomatic: readMissed(row) === null,
    retry: readRetry(row),
    placement: { pool: row.placement_pool, mode: row.placement_mode },
    serialGroup: row.serial_group,
    randomDelayMs: row.random_delay_ms,
    upstream: readUpstream(row),
    triggers: readTriggers(row),
    requiresApproval: row.requires_approval === 1,
    approvalLapseMs: row.approval_lapse_ms,
    forEach: readForEach(row),
    calendarId: row.calendar_id,
    onDayOff: row.on_day_off,
    validFrom: storedInstant(row.valid_from),
    validUntil: storedInstant(row.valid_until),
    variableLabels: row.variable_labels_json === null
      ? null
      : storedJson<string[]>(row.variable_labels_json, []),
    logKeepRuns: row.log_keep_runs,
    logKeepDays: row.log_keep_days,
    notify: storedJson<Notify>(row.notify_json, {}),
    createdAt: storedInstant(row.created_at),
    updatedAt: storedInstant(row.updated_at),
    version: row.version,
  };
}

export type OutlineRow = Pick<
  TaskRow,
  | "id"
  | "name"
  | "command"
  | "schedules_json"
  | "labels_json"
  | "enabled"
  | "pinned"
  | "subscription_id"
  | "last_started_at"
  | "last_duration_ms"
  | "created_at"
  | "updated_at"
>;

/** What long lists are filtered and sorted by: converting whole tasks would take ten times as long. Times are in ms. */
export interface TaskOutline extends Pick<Task, "id" | "name" | "command" | "enabled" | "pinned" | "status"> {
  schedules: Schedules;
  labels: readonly string[];
  subscriptionId: number | null;
  lastStartedAt: number | null;
  lastDurationMs: number | null;
  createdAt: number;
  updatedAt: number;
}

export function toOutline(row: OutlineRow, active: TaskRuns["active"]): TaskOutline {
  const enabled = row.enabled === 1;
  return {
    id: row.id,
    name: row.name,
    command: row.command,
    schedules: readSchedules(row),
    labels: storedJson<string[]>(row.labels_json, []),
    enabled,
    pinned: row.pinned === 1,
    status: taskStatus(enabled, active.map(({ state }) => state)),
    subscriptionId: row.subscription_id,
    lastStartedAt: row.last_started_at,
    lastDurationMs: row.last_duration_ms,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function lastRunOf(row: TaskRow): Task["lastRun"] {
  if (row.last_run_id === null || row.last_outcome === null) return null;
  return {
    id: row.last_run_id,
    startedAt: storedInstant(row.last_started_at),
    durationMs: row.last_duration_ms,
    outcome: row.last_outcome,
    exitCode: row.last_exit_code,
  };
}

/** Derives the status the page displays for a task from whether it is enabled and what its runs are doing. */
export function taskStatus(enabled: boolean, runs: readonly RunState[]): TaskStatus {
  if (runs.some((state) => state === "running" || state === "starting")) return "running";
  if (runs.some(isPending)) return "queued";
  return enabled ? "idle" : "disabled";
}
