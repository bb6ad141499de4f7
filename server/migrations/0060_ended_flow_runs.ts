import { type Kysely, sql } from "kysely";

/** Stores that a flow run has ended and how its tasks did, because its runs may be removed before it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("flow_run").addColumn("ended_at", "integer").execute();
  await db.schema.alterTable("flow_run").addColumn("outcomes_json", "text").execute();
  await sql`create index flow_run_open on flow_run (id) where ended_at is null`.execute(db);
}
