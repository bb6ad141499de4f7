import type { Kysely } from "kysely";

/** Stores how long the runs of each task usually take. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("usual_duration")
    .addColumn("task_id", "integer", (c) => c.primaryKey())
    .addColumn("usual_ms", "bigint")
    .addColumn("last_run_id", "bigint", (c) => c.notNull())
    .addColumn("computed_at", "bigint", (c) => c.notNull())
    .execute();
}
