import { type Kysely, sql } from "kysely";

/** Lets tasks start after others, and records what one start has caused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table task add column upstream_json text`.execute(db);
  await db.schema.createTable("task_link")
    .addColumn("task_id", "integer", (c) => c.notNull())
    .addColumn("upstream_id", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("task_link_key", ["upstream_id", "task_id"])
    .execute();
  await sql`create index task_link_task on task_link (task_id)`.execute(db);
  await db.schema.createTable("flow_run")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("task_id", "integer", (c) => c.notNull())
    .addColumn("run_id", "integer", (c) => c.notNull())
    .addColumn("started_at", "bigint", (c) => c.notNull())
    .addColumn("graph_json", "text", (c) => c.notNull())
    .addColumn("attempt", "integer", (c) => c.notNull().defaultTo(1))
    .addColumn("stopped_at", "bigint")
    .execute();
  await db.schema.createTable("flow_link")
    .addColumn("flow_run_id", "integer", (c) => c.notNull().references("flow_run.id").onDelete("cascade"))
    .addColumn("attempt", "integer", (c) => c.notNull())
    .addColumn("task_id", "integer", (c) => c.notNull())
    .addColumn("upstream_id", "integer", (c) => c.notNull())
    .addColumn("decision", "text", (c) => c.notNull())
    .addColumn("reason", "text")
    .addColumn("decided_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("flow_link_key", ["flow_run_id", "attempt", "task_id", "upstream_id"])
    .execute();
  await sql`create index flow_link_task on flow_link (task_id)`.execute(db);
  await sql`alter table run add column flow_run_id integer`.execute(db);
  await sql`alter table run add column flow_attempt integer`.execute(db);
  await sql`alter table run add column followed integer not null default 0`.execute(db);
  await sql`alter table run add column awaits_until bigint`.execute(db);
  await sql`create index run_awaiting on run (awaits_until) where awaits_until is not null`.execute(db);
  // One run per task, flow run and attempt; a retry is an attempt of its own, and each node of a pool may have one.
  await sql`create unique index run_flow on run
    (flow_run_id, task_id, flow_attempt, attempt, (coalesce(target_node, 0))) where flow_run_id is not null`
    .execute(db);
  await sql`create index run_not_followed on run (id)
    where flow_run_id is not null and followed = 0 and finished_at is not null`.execute(db);
}
