import { type Kysely, sql } from "kysely";

/** Finds the runs of a script without reading the whole ledger. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index run_script on run (script_path, id) where script_path is not null`.execute(db);
}
