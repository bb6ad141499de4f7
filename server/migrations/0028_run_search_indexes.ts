import { type Kysely, sql } from "kysely";

/** Finds runs by their name, by their node, and by any cause but the usual one, without reading the whole ledger. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index run_name on run (task_name, id)`.execute(db);
  await sql`create index run_node on run (node_id, id) where node_id is not null`.execute(db);
  await sql`create index run_cause on run (cause, id) where cause <> 'schedule'`.execute(db);
}
