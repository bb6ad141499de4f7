import type { Kysely } from "kysely";

/** Adds which run of a node installed a dependency there, and which order it followed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("node_dependency").addColumn("run_id", "integer").execute();
  await db.schema.alterTable("node_dependency").addColumn("order_run_id", "integer").execute();
}
