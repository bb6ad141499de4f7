import { type Kysely, sql } from "kysely";

/** Finds the runs of a period, and those that were stopped or skipped, without reading the whole ledger. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index run_queued_at on run (queued_at)`.execute(db);
  await sql`create index run_not_done on run (id, state) where state in ('stopped', 'skipped')`.execute(db);
}
