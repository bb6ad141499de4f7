import { type Kysely, sql } from "kysely";

/**
 * Creates what several machines share: nodes, the node of each run, the placement of tasks, the scripts that runs need, the logs
 * that they leave, and the packages of each node.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createNodes(db);
  await db.schema.alterTable("run").addColumn("node_id", "integer").execute();
  await db.schema.alterTable("run").addColumn("target_node", "integer").execute();
  await db.schema.alterTable("run").addColumn("pool", "text").execute();
  await db.schema.alterTable("run").addColumn("epoch", "integer", (c) => c.notNull().defaultTo(0)).execute();
  // With placement "all", one due time has a run for each node.
  await db.schema.dropIndex("run_due").execute();
  await sql`create unique index run_due on run (task_id, due_at, (coalesce(target_node, 0)))
    where due_at is not null`.execute(db);
  await db.schema.dropIndex("run_gone_wrong").execute();
  await sql`create index run_gone_wrong on run (id, state)
    where state in ('failed', 'timed_out', 'interrupted', 'lost')`.execute(db);
  await db.schema.alterTable("task").addColumn("placement_pool", "text", (c) => c.defaultTo("default"))
    .execute();
  await db.schema.alterTable("task")
    .addColumn("placement_mode", "text", (c) => c.notNull().defaultTo("any")).execute();
  await createSharedFiles(db);
}

async function createNodes(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("node")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("name", "text", (c) => c.notNull().unique())
    .addColumn("role", "text", (c) => c.notNull())
    .addColumn("pools_json", "text", (c) => c.notNull())
    .addColumn("capacity", "integer", (c) => c.notNull())
    .addColumn("version", "text", (c) => c.notNull())
    .addColumn("boot_id", "text", (c) => c.notNull())
    .addColumn("session", "text", (c) => c.notNull())
    .addColumn("draining", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("planning", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("load_json", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("started_at", "bigint", (c) => c.notNull())
    .addColumn("last_seen_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createTable("node_dependency")
    .addColumn("node_id", "integer", (c) => c.notNull())
    .addColumn("dependency_id", "integer", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("installed_version", "text")
    .addColumn("reason", "text")
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("node_dependency_pk", ["node_id", "dependency_id"])
    .execute();
}

async function createSharedFiles(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("stored_blob")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("size", "bigint", (c) => c.notNull())
    .addColumn("content", "blob", (c) => c.notNull())
    .addColumn("stored_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createTable("stored_tree")
    .addColumn("area", "text", (c) => c.primaryKey())
    .addColumn("version", "bigint", (c) => c.notNull())
    .addColumn("manifest_hash", "text", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createTable("run_order")
    .addColumn("run_id", "integer", (c) => c.primaryKey())
    .addColumn("trees_json", "text", (c) => c.notNull())
    .addColumn("variables_sealed", "text")
    .execute();
  await db.schema.createTable("run_log_chunk")
    .addColumn("run_id", "integer", (c) => c.notNull())
    .addColumn("start", "bigint", (c) => c.notNull())
    .addColumn("content", "blob", (c) => c.notNull())
    .addPrimaryKeyConstraint("run_log_chunk_pk", ["run_id", "start"])
    .execute();
  await db.schema.createTable("run_log")
    .addColumn("run_id", "integer", (c) => c.primaryKey())
    .addColumn("size", "bigint", (c) => c.notNull())
    .addColumn("content", "blob", (c) => c.notNull())
    .addColumn("stored_at", "bigint", (c) => c.notNull())
    .execute();
}
