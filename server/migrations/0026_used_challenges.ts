import type { Kysely } from "kysely";

/** Creates the used challenges of passkeys, which panels that share a database must not accept twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("used_challenge")
    .addColumn("challenge", "text", (c) => c.primaryKey())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
}
