import { type Kysely, sql } from "kysely";

/** Creates channels, rules, and their deliveries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("channel")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("name", "text", (c) => c.notNull().unique())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("fields_json", "text", (c) => c.notNull())
    .addColumn("secrets", "text")
    .addColumn("proxy", "text")
    .addColumn("enabled", "integer", (c) => c.notNull())
    .addColumn("is_default", "integer", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.createTable("notification_rule")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("rule_json", "text", (c) => c.notNull())
    .execute();
  await createDeliveries(db);
  await db.schema.createTable("notification_state")
    .addColumn("subject", "text", (c) => c.primaryKey())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("since", "bigint", (c) => c.notNull())
    .execute();
  // Every open page queries recent failures whenever a run ends.
  await sql`create index run_gone_wrong on run (id, state)
    where state in ('failed', 'timed_out', 'interrupted')`.execute(db);
}

async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("delivery")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("channel_id", "integer")
    .addColumn("channel_name", "text", (c) => c.notNull())
    .addColumn("rule_id", "integer")
    .addColumn("rule_name", "text")
    .addColumn("source", "text", (c) => c.notNull())
    .addColumn("events_json", "text", (c) => c.notNull())
    .addColumn("count", "integer", (c) => c.notNull().defaultTo(1))
    .addColumn("items_json", "text")
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("content", "text", (c) => c.notNull())
    .addColumn("link", "text")
    .addColumn("key", "text", (c) => c.notNull().unique())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("next_attempt_at", "bigint")
    .addColumn("answer", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("finished_at", "bigint")
    .execute();
  await db.schema.createIndex("delivery_next").on("delivery").columns(["state", "next_attempt_at"]).execute();
  await db.schema.createIndex("delivery_channel").on("delivery").columns(["channel_id", "id"]).execute();
}
