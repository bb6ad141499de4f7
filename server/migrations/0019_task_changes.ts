import type { Kysely } from "kysely";

/** Records when the command or schedule of a task changed, so that its durations can be compared before and after. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("task_change")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("task_id", "integer", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("what", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("task_change_task").on("task_change").columns(["task_id", "id"]).execute();
}
