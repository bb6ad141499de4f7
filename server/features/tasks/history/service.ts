import * as z from "zod";
import { AppError } from "../../../contract/app_error.ts";
import { type FieldChange, fieldChange } from "../../../contract/changes.ts";
import { check } from "../../../contract/parsed.ts";
import type { List } from "../../../contract/shapes.ts";
import type { TaskChange, TaskChangesQuery } from "../../../contract/task_changes.ts";
import { type TaskDetail, taskPatch } from "../../../contract/tasks.ts";
import type { Database } from "../../../engine/store.ts";
import type { TaskHistoryRow } from "../../../migrations/task_tables.ts";
import { storedInstant, storedJson } from "../../../platform/stored_json.ts";
import { addNames } from "../../audit/change_names.ts";
import type { Tasks } from "../service.ts";
import { findTask } from "../store.ts";
import { isRecordedField, type TaskMarks } from "./field_values.ts";
import * as store from "./history_store.ts";

export interface TaskHistoryOptions {
  db: Database;
  tasks: Tasks;
}

export class TaskHistory {
  constructor(private readonly options: TaskHistoryOptions) {}

  /** Returns one page, newest first. Throws `not_found`. */
  async list(taskId: number, query: TaskChangesQuery): Promise<List<TaskChange>> {
    const { db } = this.options;
    if (!await findTask(db, taskId)) throw new AppError("not_found");
    const { rows, total } = await store.listHistory(db, taskId, query);
    const items = rows.map(toTaskChange);
    const changes = items.flatMap((item) =>
      item.changes.map((change) => ({ kind: "task" as const, change }))
    );
    await addNames(db, changes, () => true);
    return { items, total, page: query.page, pageSize: query.pageSize };
  }

  /**
   * Sets the fields of a change back to the values that they had before, by the rules of an update. Throws `not_found`,
   * `change_not_restorable`, `stale_version`, and `validation_failed` for a value that is no longer valid.
   */
  async restore(taskId: number, changeId: number, expectedVersion: number | null): Promise<TaskDetail> {
    const { db, tasks } = this.options;
    const row = await store.findHistory(db, taskId, changeId);
    if (!row) throw new AppError("not_found");
    const fields = changesOf(row).filter(({ field }) => isRecordedField(field));
    if (row.type !== "updated" || fields.length === 0) throw new AppError("change_not_restorable");
    const { pinned, muted, ...values } = Object.fromEntries(fields.map(({ field, from }) => [field, from]));
    const patch = check(taskPatch, values);
    if ("error" in patch) throw patch.error;
    const marks = Object.fromEntries(
      Object.entries({ pinned, muted }).filter(([, value]) => typeof value === "boolean"),
    ) as Partial<TaskMarks>; // only booleans are left
    return await tasks.update(taskId, patch.parsed, expectedVersion, marks);
  }
}

const fieldChanges = z.array(fieldChange);

// Somebody may have edited the row outside the panel, and one such row must not prevent the others from being read.
function changesOf({ changes_json }: TaskHistoryRow): FieldChange[] {
  return fieldChanges.safeParse(storedJson<unknown[]>(changes_json, [])).data ?? [];
}

function toTaskChange(row: TaskHistoryRow): TaskChange {
  return {
    id: row.id,
    at: storedInstant(row.at),
    type: row.type,
    by: store.toAuthor(row),
    changes: changesOf(row),
  };
}
