// Writes a task and its plan in one transaction: a crash in between must not leave a new schedule with the
// old due time.
import { AppError, refuseIf } from "../../contract/app_error.ts";
import type { TaskInput, TaskPatch } from "../../contract/tasks.ts";
import type { Planned, Present } from "../../engine/replan.ts";
import { forgetFuture, planFromNow } from "./plan_source.ts";
import type { TaskRow, Tx } from "../../engine/store.ts";
import * as store from "./store.ts";
import { columnDefaults, type SetColumns, toColumns } from "./task_rows.ts";
import { scheduleIssues } from "./task_rules.ts";

/** Inserts a task and plans it from now on. Throws `validation_failed`. */
export async function addTask(tx: Tx, input: TaskInput, present: Present): Promise<Planned> {
  const { now } = present;
  const set = { ...columnDefaults, ...toColumns(input) };
  const fixed = { pinned: 0, created_at: now, updated_at: now, cursor_at: now, version: 1 } as const;
  const row = await store.insertTask(tx, { ...requireColumns(set), ...fixed });
  // The id, which determines `H` in a rule, is known only now.
  refuseIf(scheduleIssues(input.schedules, row.id));
  return await planFromNow(tx, row, present);
}

/** Updates a task; a new schedule, time zone or enabling takes effect now. Returns its next due time. */
export async function changeTask(
  tx: Tx,
  before: TaskRow,
  patch: TaskPatch,
  present: Present,
): Promise<number | null> {
  const columns = toColumns(patch);
  await store.updateTask(tx, before.id, { ...columns, updated_at: present.now });
  if (!changesTiming(before, columns)) return before.next_due_at;
  await forgetFuture(tx, before, present);
  const row = await store.findTask(tx, before.id);
  return row ? (await planFromNow(tx, row, present)).nextDueAt : null;
}

// A form sends all its fields. Unchanged fields must not discard a due time that is being decided right now.
function changesTiming(before: TaskRow, after: Partial<SetColumns>): boolean {
  const timing = ["schedules_json", "time_zone", "enabled"] as const;
  return timing.some((column) => after[column] !== undefined && after[column] !== before[column]);
}

function requireColumns(set: typeof columnDefaults & Partial<ReturnType<typeof toColumns>>) {
  const { name, command, schedules_json } = set;
  if (name === undefined || command === undefined || schedules_json === undefined) {
    throw new AppError("validation_failed");
  }
  return { ...set, name, command, schedules_json };
}
