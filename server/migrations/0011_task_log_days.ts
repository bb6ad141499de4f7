import type { Kysely } from "kysely";

/** Lets a task define for how many days its runs and logs are retained. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("task").addColumn("log_keep_days", "integer").execute();
}
