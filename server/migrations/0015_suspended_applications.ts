import type { Kysely } from "kysely";

/** Lets an application be suspended: a restore does so with one that was deleted since the backup. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("application").addColumn("suspended_at", "bigint").execute();
}
