import { type Kysely, sql } from "kysely";

/**
 * Notes what applications asked for: it reaches only networks that the operator listed. What was given with runs that are over
 * is forgotten, for its variables stood there in the clear and nothing reads them any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["channel", "delivery", "subscription"]) {
    await db.schema.alterTable(table)
      .addColumn("by_application", "integer", (c) => c.notNull().defaultTo(0)).execute();
  }
  await sql`update run set request_json = null where finished_at is not null`.execute(db);
}
