import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("trashed_task")
    .addColumn("id", "integer", (c) => c.primaryKey())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("command", "text", (c) => c.notNull())
    .addColumn("subscription_id", "integer")
    .addColumn("log_keep_runs", "integer")
    .addColumn("log_keep_days", "integer")
    .addColumn("row_json", "text", (c) => c.notNull())
    .addColumn("cause", "text", (c) => c.notNull())
    .addColumn("deleted_at", "bigint", (c) => c.notNull())
    .addColumn("deleted_by", "text")
    .addColumn("removing", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex("trashed_task_deleted_at").on("trashed_task").columns(["deleted_at", "id"])
    .execute();
}
