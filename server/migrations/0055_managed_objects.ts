import { type Kysely, sql } from "kysely";

/** Records which objects a folder of files describes, and lets subscriptions apply one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("managed_object")
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("object_id", "integer", (c) => c.notNull())
    .addColumn("object_created_at", "bigint", (c) => c.notNull())
    .addColumn("subscription_id", "integer")
    .addColumn("folder", "text")
    .addColumn("applied_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("managed_object_key", ["kind", "key"])
    .execute();
  await sql`alter table subscription add column apply_folder text`.execute(db);
}
