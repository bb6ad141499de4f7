import { type Kysely, sql } from "kysely";

/** Creates accounts, sessions, settings, tasks and runs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("account")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("username", "text", (c) => c.notNull().unique())
    .addColumn("password_hash", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.createTable("session")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("account_id", "integer", (c) => c.notNull().references("account.id").onDelete("cascade"))
    .addColumn("token_hash", "text", (c) => c.notNull().unique())
    .addColumn("language", "text")
    .addColumn("ip", "text", (c) => c.notNull())
    .addColumn("user_agent", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("last_seen_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createTable("login_attempt")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("door", "text", (c) => c.notNull())
    .addColumn("network", "text", (c) => c.notNull())
    .addColumn("username_hash", "text", (c) => c.notNull())
    .addColumn("succeeded", "integer", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("login_attempt_at").on("login_attempt").columns(["at"]).execute();
  await db.schema.createIndex("login_attempt_network").on("login_attempt")
    .columns(["door", "network", "id"]).execute();
  await db.schema.createTable("setting")
    .addColumn("name", "text", (c) => c.primaryKey())
    .addColumn("value_json", "text", (c) => c.notNull())
    .execute();
  await createTask(db);
  await createRun(db);
}

async function createTask(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("task")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("command", "text", (c) => c.notNull())
    .addColumn("schedules_json", "text", (c) => c.notNull())
    .addColumn("time_zone", "text")
    .addColumn("labels_json", "text", (c) => c.notNull())
    .addColumn("enabled", "integer", (c) => c.notNull())
    .addColumn("pinned", "integer", (c) => c.notNull())
    .addColumn("before_command", "text")
    .addColumn("after_command", "text")
    .addColumn("working_directory", "text")
    .addColumn("log_folder", "text")
    .addColumn("time_limit_ms", "bigint")
    .addColumn("overlap_json", "text", (c) => c.notNull())
    .addColumn("missed_json", "text")
    .addColumn("missed_usual", "text", (c) => c.notNull().defaultTo("skip"))
    .addColumn("retry_json", "text", (c) => c.notNull())
    .addColumn("serial_group", "text")
    .addColumn("random_delay_ms", "bigint", (c) => c.notNull())
    .addColumn("variable_labels_json", "text")
    .addColumn("notify_json", "text", (c) => c.notNull())
    .addColumn("subscription_id", "integer")
    .addColumn("cursor_at", "bigint", (c) => c.notNull())
    .addColumn("next_due_at", "bigint")
    .addColumn("last_run_id", "integer")
    .addColumn("last_started_at", "bigint")
    .addColumn("last_duration_ms", "bigint")
    .addColumn("last_outcome", "text")
    .addColumn("last_exit_code", "integer")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.createIndex("task_next_due_at").on("task").columns(["next_due_at"]).execute();
  // The two sort orders of the list that users need most.
  await sql`create index task_pinned on task (pinned desc, id desc)`.execute(db);
  await sql`create index task_name on task (pinned desc, name, id desc)`.execute(db);
}

async function createRun(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("run")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("task_id", "integer")
    .addColumn("task_name", "text", (c) => c.notNull())
    .addColumn("cause", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("due_at", "bigint")
    .addColumn("due_through", "bigint")
    .addColumn("due_count", "bigint", (c) => c.notNull().defaultTo(1))
    .addColumn("queued_at", "bigint", (c) => c.notNull())
    .addColumn("start_after", "bigint", (c) => c.notNull())
    .addColumn("queue_rank", "integer", (c) => c.notNull())
    .addColumn("queue_order", "bigint", (c) => c.notNull())
    .addColumn("started_at", "bigint")
    .addColumn("finished_at", "bigint")
    .addColumn("duration_ms", "bigint")
    .addColumn("lag_ms", "bigint")
    .addColumn("exit_code", "integer")
    .addColumn("signal", "text")
    .addColumn("skip_reason", "text")
    .addColumn("blocked_by", "integer")
    .addColumn("attempt", "integer", (c) => c.notNull())
    .addColumn("retry_of", "integer")
    .addColumn("stop_requested_at", "bigint")
    .addColumn("stop_outcome", "text")
    .addColumn("detail", "text")
    .addColumn("log_path", "text")
    .addColumn("pid", "integer")
    .addColumn("pid_start", "text")
    .addColumn("boot_id", "text")
    .addColumn("serial_group", "text")
    .addColumn("request_json", "text")
    .execute();
  // The database, not the code, guarantees that there are never two runs for one due time.
  await sql`create unique index run_due on run (task_id, due_at) where due_at is not null`.execute(db);
  await db.schema.createIndex("run_task").on("run").columns(["task_id", "id"]).execute();
  await sql`create index run_active on run (state, queue_rank, queue_order, id)
    where state in ('queued', 'starting', 'running')`.execute(db);
  await sql`create index run_active_task on run (task_id)
    where state in ('queued', 'starting', 'running')`.execute(db);
  await db.schema.createIndex("run_finished_at").on("run").columns(["finished_at"]).execute();
}
