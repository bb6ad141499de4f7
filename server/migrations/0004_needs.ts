import type { Kysely } from "kysely";

/** Creates variables with their join rules, and dependencies. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("variable")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("value", "text", (c) => c.notNull())
    .addColumn("secret", "integer", (c) => c.notNull())
    .addColumn("remarks", "text", (c) => c.notNull())
    .addColumn("labels_json", "text", (c) => c.notNull())
    .addColumn("enabled", "integer", (c) => c.notNull())
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.createIndex("variable_position").on("variable").columns(["position", "id"]).execute();
  await db.schema.createIndex("variable_name").on("variable").column("name").execute();
  await db.schema.createTable("variable_rule")
    .addColumn("name", "text", (c) => c.primaryKey())
    .addColumn("join", "text", (c) => c.notNull())
    .execute();
  await db.schema.createTable("dependency")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("remarks", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("act", "text", (c) => c.notNull())
    .addColumn("installed_version", "text")
    .addColumn("reason", "text")
    .addColumn("run_id", "integer")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.createIndex("dependency_type").on("dependency").columns(["type", "id"]).execute();
  await db.schema.createIndex("dependency_run").on("dependency").column("run_id").execute();
}
