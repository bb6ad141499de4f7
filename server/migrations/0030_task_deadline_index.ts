import { type Kysely, sql } from "kysely";

/** Finds the tasks with a deadline, which are looked at every ten seconds, without reading all others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index task_with_deadline on task (id) where notify_json like '%"notRunBy":"%'`.execute(db);
}
