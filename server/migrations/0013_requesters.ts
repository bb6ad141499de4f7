import type { Kysely } from "kysely";

/** Notes what applications asked for: it reaches only networks that the operator listed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["channel", "delivery", "subscription"]) {
    await db.schema.alterTable(table)
      .addColumn("by_application", "integer", (c) => c.notNull().defaultTo(0)).execute();
  }
}
