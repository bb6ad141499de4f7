import type { Kysely } from "kysely";

/** Allows an application to be suspended: a restore suspends one that was deleted since the backup. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("application").addColumn("suspended_at", "bigint").execute();
}
