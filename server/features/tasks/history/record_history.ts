// Records the changed fields of tasks in the transaction that changes them.
import type { Insertable } from "kysely";
import type { TaskChangeType } from "../../../contract/task_changes.ts";
import { currentAuthor, noteHistory } from "../../../engine/change_scope.ts";
import type { Tx } from "../../../engine/store.ts";
import type { TaskHistoryTable, TaskRow } from "../../../migrations/task_tables.ts";
import { changedFieldsOf, initialFieldsOf } from "./field_values.ts";

type Row = Insertable<TaskHistoryTable>;

/** Rows per statement: databases limit its parameters. */
const BATCH = 500;

const collected = new WeakMap<Tx, Row[]>();

/**
 * Inserts what an action records in one batch when it ends, for actions that change many tasks. Otherwise each change is
 * inserted at once.
 */
export async function recordTogether<T>(tx: Tx, action: () => Promise<T>): Promise<T> {
  if (collected.has(tx)) return await action();
  const rows: Row[] = [];
  collected.set(tx, rows);
  try {
    const result = await action();
    await insertRows(tx, rows);
    return result;
  } finally {
    collected.delete(tx);
  }
}

/** Records a new task, or one that was restored from the trash. */
export async function recordInserted(
  tx: Tx,
  row: TaskRow,
  { type, now }: { type: Exclude<TaskChangeType, "updated">; now: number },
): Promise<void> {
  await record(tx, { task_id: row.id, at: now, type }, type === "created" ? initialFieldsOf(row) : []);
}

/** Records which fields an update changes, if any. */
export async function recordUpdated(
  tx: Tx,
  before: TaskRow,
  columns: Partial<TaskRow>,
  now: number,
): Promise<void> {
  const changes = changedFieldsOf(before, { ...before, ...columns });
  if (changes.length > 0) await record(tx, { task_id: before.id, at: now, type: "updated" }, changes);
}

async function record(
  tx: Tx,
  entry: Pick<Row, "task_id" | "at" | "type">,
  changes: ReturnType<typeof changedFieldsOf>,
): Promise<void> {
  const { kind, id, name } = currentAuthor();
  const row = {
    ...entry,
    author_kind: kind,
    author_id: id,
    author_name: name,
    changes_json: JSON.stringify(changes),
  };
  const together = collected.get(tx);
  if (together) together.push(row);
  else await insertRows(tx, [row]);
}

async function insertRows(tx: Tx, rows: readonly Row[]): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    noteHistory(
      await tx.insertInto("task_history").values(rows.slice(start, start + BATCH))
        .returning(["id", "task_id", "at"]).execute(),
    );
  }
}
