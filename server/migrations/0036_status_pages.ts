import type { Kysely } from "kysely";

/** Stores which labels have a status page, and its address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("status_page")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("label", "text", (c) => c.notNull().unique())
    .addColumn("token", "text", (c) => c.notNull().unique())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
}
