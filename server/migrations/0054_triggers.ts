import { type Kysely, sql } from "kysely";

/** Lets files, subscriptions, heartbeats and maintenance windows start tasks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table task add column triggers_json text not null default '[]'`.execute(db);
  await sql`alter table run add column trigger_json text`.execute(db);
  await db.schema.createTable("task_trigger")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("task_id", "integer", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("file_path", "text")
    .addColumn("settle_ms", "bigint")
    .addColumn("source_id", "integer")
    .addColumn("event", "text")
    .addColumn("seen", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await sql`create index task_trigger_task on task_trigger (task_id)`.execute(db);
  await sql`create index task_trigger_source on task_trigger (type, source_id)`.execute(db);
  await db.schema.createTable("trigger_event")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("source_id", "integer", (c) => c.notNull())
    .addColumn("event", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .execute();
}
