import type { Kysely } from "kysely";

/**
 * Creates a table that is always empty: writing to it and deleting the rows leaves free pages in the database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("storage_reserve").addColumn("content", "blob", (c) => c.notNull()).execute();
}
