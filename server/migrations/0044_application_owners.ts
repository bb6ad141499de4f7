import { type Kysely, sql } from "kysely";

/** Stores to whom an application belongs. Those that exist belong to the panel, and are the administrators'. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table application add column account_id integer`.execute(db);
}
