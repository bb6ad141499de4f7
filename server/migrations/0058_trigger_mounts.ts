import { type Kysely, sql } from "kysely";

/**
 * Remembers on which mount the file of a trigger was seen, and how large the outputs of runs for a list are; finds what a task's
 * triggers did not start.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("task_trigger").addColumn("seen_mount", "text").execute();
  await db.schema.alterTable("run_output").addColumn("sizes_json", "text").execute();
  await sql`create index run_skipped_trigger on run (task_id, id) where cause = 'trigger' and state = 'skipped'`
    .execute(db);
}
