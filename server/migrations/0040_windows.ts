import type { Kysely } from "kysely";

/** Stores the maintenance windows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("maintenance_window")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("from_at", "bigint")
    .addColumn("to_at", "bigint")
    .addColumn("schedule", "text")
    .addColumn("duration_ms", "bigint")
    .addColumn("time_zone", "text")
    .addColumn("valid_from", "bigint")
    .addColumn("valid_until", "bigint")
    .addColumn("scope_json", "text", (c) => c.notNull())
    .addColumn("effect", "text", (c) => c.notNull())
    .addColumn("silent", "integer", (c) => c.notNull())
    .addColumn("stop_running", "integer", (c) => c.notNull())
    .addColumn("ended_at", "bigint")
    .addColumn("opened_at", "bigint")
    .addColumn("removed_at", "bigint")
    .addColumn("created_by", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .execute();
}
