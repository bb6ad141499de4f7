import { type Kysely, sql } from "kysely";

/** Lets the overview count the runs of a week without reading them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index run_finished_at`.execute(db);
  await sql`create index run_finished_at on run (finished_at, kind, state) where finished_at is not null`
    .execute(db);
}
