import { type Kysely, sql } from "kysely";

/** Lets programs elsewhere start tasks, and records what they sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("webhook")
    .addColumn("task_id", "integer", (c) => c.primaryKey())
    .addColumn("key", "text", (c) => c.notNull().unique())
    .addColumn("signature", "text", (c) => c.notNull())
    .addColumn("secret_sealed", "text", (c) => c.notNull())
    .addColumn("mapping_json", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createTable("webhook_delivery")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("task_id", "integer", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("ip", "text")
    .addColumn("sender_id", "text")
    .addColumn("bytes", "integer", (c) => c.notNull())
    .addColumn("media_type", "text", (c) => c.notNull())
    .addColumn("reason", "text")
    .addColumn("issues_json", "text")
    .addColumn("run_id", "integer")
    .addColumn("content_id", "integer")
    .addColumn("resent_from", "integer")
    .addColumn("requested_by", "text")
    .execute();
  await sql`create index webhook_delivery_task on webhook_delivery (task_id, id)`.execute(db);
  await sql`create index webhook_delivery_content on webhook_delivery (content_id) where content_id is not null`
    .execute(db);
  await db.schema.createTable("webhook_receipt")
    .addColumn("task_id", "integer", (c) => c.notNull())
    .addColumn("receipt", "text", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .addColumn("run_id", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("webhook_receipt_key", ["task_id", "receipt"])
    .execute();
  await sql`create index webhook_receipt_expiry on webhook_receipt (expires_at)`.execute(db);
  await db.schema.createTable("trigger_content")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("task_id", "integer", (c) => c.notNull())
    .addColumn("run_id", "integer")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("bytes", "integer", (c) => c.notNull())
    .addColumn("content_sealed", "text", (c) => c.notNull())
    .execute();
  await sql`create index trigger_content_task on trigger_content (task_id, id)`.execute(db);
}
