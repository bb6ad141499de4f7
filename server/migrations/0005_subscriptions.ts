import { type Kysely, sql } from "kysely";

/** Creates subscriptions and the state left by their pulls; a run may belong to a subscription. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createSubscription(db);
  await db.schema.createTable("subscription_tree")
    .addColumn("subscription_id", "integer", (c) => c.primaryKey())
    .addColumn("run_id", "integer", (c) => c.notNull())
    .addColumn("alias", "text", (c) => c.notNull())
    .addColumn("commit", "text", (c) => c.notNull())
    .addColumn("files_json", "text", (c) => c.notNull())
    .addColumn("counts_json", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createTable("subscription_wait")
    .addColumn("subscription_id", "integer", (c) => c.primaryKey())
    .addColumn("run_id", "integer", (c) => c.notNull())
    .addColumn("commit", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("changes_json", "text", (c) => c.notNull())
    .execute();
  await db.schema.createTable("subscription_preview")
    .addColumn("run_id", "integer", (c) => c.primaryKey())
    .addColumn("subscription_id", "integer")
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("changes_json", "text", (c) => c.notNull())
    .execute();
  await db.schema.alterTable("run").addColumn("subscription_id", "integer").execute();
  // As for tasks: never two pulls for one due time.
  await sql`create unique index run_subscription_due on run (subscription_id, due_at)
    where subscription_id is not null and due_at is not null`.execute(db);
  await sql`create index run_subscription on run (subscription_id, id) where subscription_id is not null`
    .execute(db);
  await sql`create index task_subscription on task (subscription_id) where subscription_id is not null`
    .execute(db);
}

async function createSubscription(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("subscription")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("name", "text", (c) => c.notNull().unique())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("url", "text", (c) => c.notNull())
    .addColumn("branch", "text", (c) => c.notNull())
    .addColumn("pull_method", "text")
    .addColumn("username", "text", (c) => c.notNull())
    .addColumn("password_sealed", "text")
    .addColumn("private_key_sealed", "text")
    .addColumn("proxy_sealed", "text")
    .addColumn("schedule_json", "text", (c) => c.notNull())
    .addColumn("time_zone", "text")
    .addColumn("whitelist", "text", (c) => c.notNull())
    .addColumn("blacklist", "text", (c) => c.notNull())
    .addColumn("dependency_words", "text", (c) => c.notNull())
    .addColumn("extensions", "text", (c) => c.notNull())
    .addColumn("before_command", "text")
    .addColumn("after_command", "text")
    .addColumn("auto_add", "integer", (c) => c.notNull())
    .addColumn("auto_delete", "integer", (c) => c.notNull())
    .addColumn("on_change", "text", (c) => c.notNull())
    .addColumn("review", "text", (c) => c.notNull())
    .addColumn("pinned_commit", "text")
    .addColumn("rejected_commit", "text")
    .addColumn("alias", "text", (c) => c.notNull().unique())
    .addColumn("enabled", "integer", (c) => c.notNull())
    .addColumn("cursor_at", "bigint", (c) => c.notNull())
    .addColumn("next_due_at", "bigint")
    .addColumn("planned_at", "bigint", (c) => c.notNull().defaultTo(0))
    .addColumn("missed_usual", "text", (c) => c.notNull().defaultTo("last"))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.createIndex("subscription_next_due_at").on("subscription").columns(["next_due_at"])
    .execute();
}
