import type { Kysely } from "kysely";

/** Stores checks of work done elsewhere, and the pings that came. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("heartbeat")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("labels_json", "text", (c) => c.notNull())
    .addColumn("schedule", "text")
    .addColumn("period_ms", "bigint")
    .addColumn("time_zone", "text")
    .addColumn("grace_ms", "bigint", (c) => c.notNull())
    .addColumn("max_duration_ms", "bigint")
    .addColumn("post_only", "integer", (c) => c.notNull())
    .addColumn("notify_json", "text", (c) => c.notNull())
    .addColumn("muted", "integer", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull().unique())
    .addColumn("paused", "integer", (c) => c.notNull())
    .addColumn("last_ping_at", "bigint")
    .addColumn("due_at", "bigint")
    .addColumn("starts_json", "text", (c) => c.notNull())
    .addColumn("down_at", "bigint")
    .addColumn("down_reason", "text")
    .addColumn("watched_from", "bigint")
    .addColumn("next_at", "bigint")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("heartbeat_by_next").on("heartbeat").column("next_at").execute();
  await db.schema.createTable("heartbeat_ping")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("heartbeat_id", "integer", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("exit_code", "integer")
    .addColumn("rid", "text")
    .addColumn("duration_ms", "bigint")
    .addColumn("early", "integer", (c) => c.notNull())
    .addColumn("method", "text", (c) => c.notNull())
    .addColumn("ip", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("heartbeat_ping_by_heartbeat").on("heartbeat_ping")
    .columns(["heartbeat_id", "id"]).execute();
}
