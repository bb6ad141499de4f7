import { sql } from "kysely";
import type { TrashCause, TrashQuery } from "../../contract/task_trash.ts";
import { activeStates } from "../../engine/states.ts";
import { labelsWillChange } from "../../engine/visible_rows.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { TaskRow, TrashedTaskRow } from "../../migrations/task_tables.ts";
import { containsText } from "../../platform/sql_expressions.ts";
import { storedJson } from "../../platform/stored_json.ts";
import { findTask } from "./store.ts";
import { recordUpdated } from "./history/record_history.ts";
import { columnDefaults, type SetColumns } from "./task_rows.ts";
import { removeWebhook } from "./webhook/store.ts";

export interface Deletion {
  cause: TrashCause;
  /** Name of the user or the application; null if a subscription deletes it. */
  by: string | null;
}

/** Returns the deletion by a user or an application of this name. */
export function byUser(by: string | null): Deletion {
  return { cause: "user", by };
}

/**
 * Moves a task to the trash unless one of its runs is queued or running; its runs stay in the ledger. Returns
 * whether it was moved.
 */
export async function moveIdleToTrash(
  tx: Tx,
  id: number,
  deletion: Deletion & { now: number },
): Promise<boolean> {
  return !await hasActiveRun(tx, id) && await moveToTrash(tx, id, deletion);
}

/** Moves a task to the trash whatever runs it has: the caller ends them after the commit. Returns whether it existed. */
export async function moveToTrash(
  tx: Tx,
  id: number,
  { by, cause, now }: Deletion & { now: number },
): Promise<boolean> {
  const row = await findTask(tx, id);
  if (!row) return false;
  // Nobody sees its runs by its labels any more.
  labelsWillChange();
  // First, so that on a full disk the new row can use the space of the old one.
  await tx.deleteFrom("task").where("id", "=", id).execute();
  await tx.insertInto("trashed_task").values({
    id,
    name: row.name,
    command: row.command,
    subscription_id: row.subscription_id,
    log_keep_runs: row.log_keep_runs,
    log_keep_days: row.log_keep_days,
    row_json: JSON.stringify(row),
    labels_json: row.labels_json,
    cause,
    deleted_at: now,
    deleted_by: by,
  }).execute();
  return true;
}

async function hasActiveRun(tx: Tx, id: number): Promise<boolean> {
  const run = await tx.selectFrom("run").select("id").where("task_id", "=", id)
    .where("finished_at", "is", null).where("state", "in", activeStates).limit(1).executeTakeFirst();
  return run !== undefined;
}

/** Returns one page of the trash, last deleted first, and the total count. */
export async function listTrash(
  db: Database,
  { q, page, pageSize }: TrashQuery,
): Promise<{ rows: TrashedTaskRow[]; total: number }> {
  const wanted = q?.trim();
  const matches = db.selectFrom("trashed_task").where("removing", "=", 0).$if(
    Boolean(wanted),
    (query) =>
      query.where((where) =>
        where.or((["name", "command"] as const).map((column) => containsText(sql.ref(column), wanted ?? "")))
      ),
  );
  const rows = await matches.selectAll().orderBy("deleted_at", "desc").orderBy("id", "desc").limit(pageSize)
    .offset((page - 1) * pageSize).execute();
  const { total } = await matches.select(({ fn }) => fn.countAll().as("total")).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Removes a task from the trash and returns its row, which the caller restores in the same transaction. */
export async function takeFromTrash(tx: Tx, id: number): Promise<TrashedTaskRow | undefined> {
  return await tx.deleteFrom("trashed_task").where("id", "=", id).where("removing", "=", 0).returningAll()
    .executeTakeFirst();
}

/** Updates columns of a task in the trash and records it in its history; does nothing if it is not there. */
export async function updateTrashed(
  tx: Tx,
  id: number,
  columnsOf: (before: Partial<TaskRow>) => Partial<SetColumns>,
  now: number,
): Promise<void> {
  const row = await tx.selectFrom("trashed_task").select(["name", "command", "row_json"])
    .where("id", "=", id).executeTakeFirst();
  if (!row) return;
  const before = readTrashedRow(row);
  const columns = columnsOf(before);
  const { name, command } = { ...row, ...columns };
  const row_json = JSON.stringify({ ...before, ...columns });
  const { labels_json } = columns;
  await tx.updateTable("trashed_task")
    .set({ name, command, row_json, ...(labels_json !== undefined && { labels_json }) }).where("id", "=", id)
    .execute();
  // Columns that it lacks get these values when it is restored.
  await recordUpdated(tx, { ...columnDefaults, ...before, id } as TaskRow, columns, now);
}

/** Reads the row that a task had; columns that cannot be parsed are missing. */
export function readTrashedRow({ row_json }: Pick<TrashedTaskRow, "row_json">): Partial<TaskRow> {
  const columns = Object.entries(storedJson<Record<string, unknown>>(row_json, {}));
  // A column holds no other types, but a row may come from elsewhere.
  return Object.fromEntries(columns.filter(([, value]) => value === null || typeof value !== "object"));
}

/** Marks tasks of the trash to be removed for good; returns their ids. */
export async function markRemoved(
  db: Database,
  wanted: { ids: readonly number[] } | { before: number } | "all",
): Promise<number[]> {
  let update = db.updateTable("trashed_task").set({ removing: 1 }).where("removing", "=", 0);
  if (wanted !== "all") {
    update = "ids" in wanted
      ? update.where("id", "in", [...wanted.ids])
      : update.where("deleted_at", "<", wanted.before);
  }
  return (await update.returning("id").execute()).map(({ id }) => id);
}

/** Returns the tasks in the trash that have runs which have not ended. */
export async function listTrashedWithRuns(db: Database): Promise<number[]> {
  const rows = await db.selectFrom("run").select("task_id").distinct().where("finished_at", "is", null)
    .where("state", "in", activeStates)
    .where("task_id", "in", db.selectFrom("trashed_task").select("id")).execute();
  return rows.flatMap(({ task_id }) => task_id ?? []);
}

export async function findMarked(db: Database): Promise<number | undefined> {
  const row = await db.selectFrom("trashed_task").select("id").where("removing", "=", 1).limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Removes a task whose runs are gone, and its changes. */
export async function removeMarked(db: Database, id: number): Promise<void> {
  await db.deleteFrom("task_change").where("task_id", "=", id).execute();
  await db.deleteFrom("task_history").where("task_id", "=", id).execute();
  await db.deleteFrom("task_link").where("task_id", "=", id).execute();
  await db.deleteFrom("task_trigger").where("task_id", "=", id).execute();
  await removeWebhook(db, id);
  await db.deleteFrom("trashed_task").where("id", "=", id).where("removing", "=", 1).execute();
}
