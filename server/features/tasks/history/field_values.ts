// The fields of a task as its history stores them: in the form that `PATCH` takes, so that they can be restored.
import type { FieldChange } from "../../../contract/changes.ts";
import { readForEach } from "../for_each/list_items.ts";
import { readUpstream } from "../flow/flow_graph.ts";
import type { Notify, TaskPatch } from "../../../contract/tasks.ts";
import type { TaskRow } from "../../../migrations/task_tables.ts";
import { diffFields } from "../../../platform/diff_fields.ts";
import { storedInstant, storedJson } from "../../../platform/stored_json.ts";
import { readParameters, readTaskSchedules } from "../parameters/rule_values.ts";
import { columnDefaults } from "../task_rows.ts";
import { readMissed, readOverlap, readRetry } from "../task_source.ts";
import { readTriggers } from "../triggers/trigger_rows.ts";

/** What users set by actions of their own. */
export interface TaskMarks {
  pinned: boolean;
  muted: boolean;
}

type Fields = Required<TaskPatch> & TaskMarks;
type Readers = { [Field in keyof Fields]: (row: TaskRow) => Fields[Field] };

const readers: Readers = {
  name: (row) => row.name,
  command: (row) => row.command,
  schedules: (row) => readTaskSchedules(row),
  parameters: (row) => readParameters(row),
  timeZone: (row) => row.time_zone,
  labels: (row) => storedJson<string[]>(row.labels_json, []),
  enabled: (row) => row.enabled === 1,
  before: (row) => row.before_command,
  after: (row) => row.after_command,
  workingDirectory: (row) => row.working_directory,
  logFolder: (row) => row.log_folder,
  timeLimitMs: (row) => row.time_limit_ms,
  overlap: (row) => readOverlap(row),
  missed: (row) => readMissed(row),
  retry: (row) => readRetry(row),
  placement: (row) => ({ pool: row.placement_pool, mode: row.placement_mode }),
  serialGroup: (row) => row.serial_group,
  randomDelayMs: (row) => row.random_delay_ms,
  upstream: (row) => readUpstream(row),
  triggers: (row) => readTriggers(row),
  requiresApproval: (row) => row.requires_approval === 1,
  approvalLapseMs: (row) => row.approval_lapse_ms,
  forEach: (row) => readForEach(row),
  calendarId: (row) => row.calendar_id,
  onDayOff: (row) => row.on_day_off,
  validFrom: (row) => storedInstant(row.valid_from),
  validUntil: (row) => storedInstant(row.valid_until),
  variableLabels: (row) =>
    row.variable_labels_json === null ? null : storedJson<string[]>(row.variable_labels_json, []),
  logKeepRuns: (row) => row.log_keep_runs,
  logKeepDays: (row) => row.log_keep_days,
  notify: (row) => setValues(storedJson<Notify>(row.notify_json, {})),
  pinned: (row) => row.pinned === 1,
  muted: (row) => row.muted === 1,
};

/** Returns the values that turn something on: a form sends the others too, and they mean the same as none. */
function setValues(notify: Notify): Notify {
  return Object.fromEntries(Object.entries(notify).filter(([, value]) => Boolean(value)));
}

/** Returns the fields whose values differ between two states of a task. */
export function changedFieldsOf(before: TaskRow, after: TaskRow): FieldChange[] {
  return diffFields(readers, before, after);
}

/** Returns the fields of a new task that are not defaults. */
export function initialFieldsOf(row: TaskRow): FieldChange[] {
  const nothing = {
    ...row,
    ...columnDefaults,
    name: "",
    command: "",
    schedules_json: "",
    pinned: 0,
    muted: 0,
  };
  return changedFieldsOf(nothing as TaskRow, row).map(({ field, to }) => ({ field, from: null, to }));
}

export function markColumns({ pinned, muted }: Partial<TaskMarks>): Partial<Pick<TaskRow, keyof TaskMarks>> {
  return {
    ...(pinned !== undefined && { pinned: pinned ? 1 as const : 0 as const }),
    ...(muted !== undefined && { muted: muted ? 1 as const : 0 as const }),
  };
}

export function fieldsOf(row: TaskRow, names: readonly (keyof Fields)[]): TaskPatch {
  return Object.fromEntries(names.map((name) => [name, readers[name](row)]));
}

/** Returns whether an entry of the history can name this field. */
export function isRecordedField(field: string): field is keyof Fields {
  return Object.hasOwn(readers, field);
}
