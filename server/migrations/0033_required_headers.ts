import type { Kysely } from "kysely";

/** Lets subscriptions add no tasks for files without a header. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("subscription")
    .addColumn("require_header", "integer", (column) => column.notNull().defaultTo(0)).execute();
}
