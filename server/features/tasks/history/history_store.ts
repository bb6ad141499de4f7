import type { TaskChange, TaskChangesQuery } from "../../../contract/task_changes.ts";
import type { TaskDetail } from "../../../contract/tasks.ts";
import type { Database } from "../../../engine/store.ts";
import type { TaskHistoryRow } from "../../../migrations/task_tables.ts";
import { storedInstant } from "../../../platform/stored_json.ts";

/** Returns one page of the history of a task, newest first, and the total count. */
export async function listHistory(
  db: Database,
  taskId: number,
  { page, pageSize }: TaskChangesQuery,
): Promise<{ rows: TaskHistoryRow[]; total: number }> {
  const ofTask = db.selectFrom("task_history").where("task_id", "=", taskId);
  const rows = await ofTask.selectAll().orderBy("id", "desc").limit(pageSize).offset((page - 1) * pageSize)
    .execute();
  const { total } = await ofTask.select(({ fn }) => fn.countAll().as("total")).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export async function findHistory(
  db: Database,
  taskId: number,
  id: number,
): Promise<TaskHistoryRow | undefined> {
  return await db.selectFrom("task_history").selectAll().where("id", "=", id).where("task_id", "=", taskId)
    .executeTakeFirst();
}

/** Returns when and by whom a task was changed last; null if its history is empty. */
export async function readLastChange(db: Database, taskId: number): Promise<TaskDetail["lastChange"]> {
  const row = await db.selectFrom("task_history").select(["at", "author_kind", "author_id", "author_name"])
    .where("task_id", "=", taskId).orderBy("id", "desc").limit(1).executeTakeFirst();
  return row ? { at: storedInstant(row.at), by: toAuthor(row) } : null;
}

export function toAuthor(
  row: Pick<TaskHistoryRow, "author_kind" | "author_id" | "author_name">,
): TaskChange["by"] {
  return { kind: row.author_kind, id: row.author_id, name: row.author_name };
}
