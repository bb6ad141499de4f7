import { type Kysely, sql } from "kysely";

/** Creates file versions and the trash, and allows runs other than of tasks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("file_version")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("area", "text", (c) => c.notNull())
    .addColumn("path", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("size", "bigint", (c) => c.notNull())
    .addColumn("saved_at", "bigint", (c) => c.notNull())
    .addColumn("saved_by", "text")
    .addColumn("cause", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("file_version_path").on("file_version").columns(["area", "path", "id"])
    .execute();
  await db.schema.createIndex("file_version_hash").on("file_version").column("hash").execute();
  await db.schema.createTable("bin_entry")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("area", "text", (c) => c.notNull())
    .addColumn("path", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("size", "bigint")
    .addColumn("place", "text", (c) => c.notNull().unique())
    .addColumn("deleted_at", "bigint", (c) => c.notNull())
    .addColumn("deleted_by", "text")
    .execute();
  await db.schema.alterTable("run").addColumn("kind", "text", (c) => c.notNull().defaultTo("task")).execute();
  await db.schema.alterTable("run").addColumn("subject_json", "text").execute();
  await db.schema.alterTable("run").addColumn("script_path", "text").execute();
  await db.schema.alterTable("run").addColumn("script_version_id", "integer").execute();
  await sql`create index run_script_version on run (script_version_id) where script_version_id is not null`
    .execute(db);
  await sql`create index run_log_path on run (log_path) where log_path is not null`.execute(db);
  await sql`create index run_other_kind on run (kind, script_path, id) where kind <> 'task'`.execute(db);
}
