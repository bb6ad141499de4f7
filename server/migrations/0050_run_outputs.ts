import type { Kysely } from "kysely";

/** Stores what runs leave for the tasks after them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("run_output")
    .addColumn("run_id", "integer", (c) => c.primaryKey())
    .addColumn("task_id", "integer", (c) => c.notNull())
    .addColumn("values_json", "text", (c) => c.notNull())
    .addColumn("sealed", "text")
    .addColumn("files", "integer", (c) => c.notNull())
    .execute();
}
