import { isDeepStrictEqual } from "node:util";
import { AppError, attempt, type ItemResult, refuseIf } from "../../contract/app_error.ts";
import type { BulkPatch } from "../../contract/bulk_changes.ts";
import type { Parsed } from "../../contract/parsed.ts";
import type { TaskPatch } from "../../contract/tasks.ts";
import type { Planned } from "../../engine/replan.ts";
import type { Tx } from "../../engine/store.ts";
import type { TaskRow } from "../../migrations/task_tables.ts";
import { changedFields } from "../../platform/changed_fields.ts";
import { fieldsOf } from "./history/field_values.ts";
import { refuseForEach } from "./for_each/for_each_rules.ts";
import { refuseParameters } from "./parameters/parameter_rules.ts";
import { changeTask } from "./task_changes.ts";
import { toColumns } from "./task_rows.ts";
import { taskIssues } from "./task_rules.ts";
import type { TaskPresent } from "./task_timetable.ts";
import { refuseUnmapped } from "./webhook/mapping_rules.ts";

/** Returns the fields to set of a task, called once for each in order. Throws `AppError` if the task cannot have them. */
export type PatchOf = (row: TaskRow) => Parsed<TaskPatch>;

/** The result for one task: the fields that differ, before and after; null if it was not changed. */
export interface SeveralResult extends ItemResult {
  before: BulkPatch | null;
  after: BulkPatch | null;
}

/** A changed task, to be planned and published after the transaction commits. */
export interface ChangedTask extends Planned {
  version: number;
  /** Whether runs of its schedule may wait that should not start now. */
  isDisabled: boolean;
}

interface Change {
  patchOf: PatchOf;
  present: TaskPresent;
  dryRun: boolean;
}

/** Changes tasks; a failure does not stop the others. Pass only a few at a time. */
export async function changeSeveral(
  tx: Tx,
  ids: readonly number[],
  { patchOf, present, dryRun }: Change,
): Promise<{ results: SeveralResult[]; changed: ChangedTask[] }> {
  const rows = await tx.selectFrom("task").selectAll().where("id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const results: SeveralResult[] = [];
  const changed: ChangedTask[] = [];
  for (const id of ids) {
    let difference: Pick<SeveralResult, "before" | "after"> = { before: null, after: null };
    const result = await attempt(id, async () => {
      const row = byId.get(id);
      if (!row) throw new AppError("not_found");
      const patch = patchOf(row);
      const changes = changedFields<TaskPatch>(patch, row, toColumns);
      refuseIf(taskIssues(changes, row, present));
      await refuseParameters(changes, row);
      await refuseUnmapped(tx, changes, row);
      await refuseForEach(changes, row);
      difference = differenceOf(row, patch);
      if (dryRun || Object.keys(difference.after ?? {}).length === 0) return;
      const nextDueAt = await changeTask(tx, row, patch, present);
      const isDisabled = row.enabled === 1 && patch.enabled === false;
      changed.push({ id, nextDueAt, version: row.version + 1, isDisabled });
    });
    results.push({ ...result, ...difference });
  }
  return { results, changed };
}

function differenceOf(row: TaskRow, patch: Parsed<TaskPatch>) {
  const names = Object.keys(patch) as (keyof BulkPatch)[]; // a patch has no other keys
  const [old, next] = [fieldsOf(row, names), fieldsOf({ ...row, ...toColumns(patch) }, names)];
  const differing = names.filter((name) => !isDeepStrictEqual(old[name], next[name]));
  const only = (fields: BulkPatch) => Object.fromEntries(differing.map((name) => [name, fields[name]]));
  return { before: only(old), after: only(next) };
}
