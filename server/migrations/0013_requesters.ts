import { type Kysely, sql } from "kysely";

/**
 * Records what applications requested: it reaches only networks that the operator listed. Clears the requests of finished
 * runs, because their variables were stored unencrypted and are no longer read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["channel", "delivery", "subscription"]) {
    await db.schema.alterTable(table)
      .addColumn("by_application", "integer", (c) => c.notNull().defaultTo(0)).execute();
  }
  await sql`update run set request_json = null where finished_at is not null`.execute(db);
}
