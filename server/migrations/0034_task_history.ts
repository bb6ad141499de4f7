import type { Kysely } from "kysely";

/** Records who changed which fields of a task, with the values before and after. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("task_history")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("task_id", "integer", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("author_kind", "text", (c) => c.notNull())
    .addColumn("author_id", "integer")
    .addColumn("author_name", "text")
    .addColumn("changes_json", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("task_history_task").on("task_history").columns(["task_id", "id"]).execute();
}
