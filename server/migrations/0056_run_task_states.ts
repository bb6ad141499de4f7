import { type Kysely, sql } from "kysely";

/** Adds state and duration to the index of a task's runs: what is counted or compared of many of them is read from it alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex("run_task").execute();
  await sql`create index run_task on run (task_id, id, state, duration_ms)`.execute(db);
}
