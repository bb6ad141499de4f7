import type { Kysely } from "kysely";

/** Creates what nodes share of folders outside the trees: the trash, and pulls that wait for approval. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("stored_folder")
    .addColumn("name", "text", (c) => c.primaryKey())
    .addColumn("node_id", "integer", (c) => c.notNull())
    .addColumn("manifest_hash", "text")
    .addColumn("note_json", "text")
    .addColumn("stored_at", "bigint", (c) => c.notNull())
    .execute();
}
