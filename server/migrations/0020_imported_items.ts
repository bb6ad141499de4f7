import type { Kysely } from "kysely";

/** Records what imports created, so that a second import of the same data creates nothing twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("imported_item")
    .addColumn("source", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("key_hash", "text", (c) => c.notNull())
    .addColumn("target_id", "integer", (c) => c.notNull())
    .addColumn("import_id", "bigint", (c) => c.notNull())
    .addColumn("held", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("imported_item_key", ["source", "kind", "key_hash"])
    .execute();
  await db.schema.createIndex("imported_item_held").on("imported_item").columns(["import_id", "kind", "held"])
    .execute();
}
