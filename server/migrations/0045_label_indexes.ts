import { type Kysely, sql } from "kysely";
import { engineOf } from "../platform/database_engine.ts";

/**
 * Adds what queries for the tasks with some labels need: an index of the labels where the database has one for lists, and the task in
 * the indexes that lists of runs are counted by, so that the runs of other tasks are left out without being read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (engineOf(db) === "postgres") {
    await sql`create index task_labels on task using gin (sundial_json_list(labels_json))`.execute(db);
  }
  for (const name of ["run_gone_wrong", "run_not_done", "run_cause", "run_finished_at"]) {
    await db.schema.dropIndex(name).execute();
  }
  await sql`create index run_gone_wrong on run (id, state, task_id)
    where state in ('failed', 'timed_out', 'interrupted', 'lost')`.execute(db);
  await sql`create index run_not_done on run (id, state, task_id) where state in ('stopped', 'skipped')`
    .execute(db);
  await sql`create index run_cause on run (cause, id, task_id) where cause <> 'schedule'`.execute(db);
  await sql`create index run_finished_at on run (finished_at, kind, state, task_id) where finished_at is not null`
    .execute(db);
}
