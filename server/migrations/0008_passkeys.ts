import type { Kysely } from "kysely";

/** Creates passkeys and their challenges, and adds the login method to the login log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("passkey")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("account_id", "integer", (c) => c.notNull().references("account.id").onDelete("cascade"))
    .addColumn("credential_id", "text", (c) => c.notNull().unique())
    .addColumn("public_key", "text", (c) => c.notNull())
    .addColumn("algorithm", "text", (c) => c.notNull())
    .addColumn("counter", "bigint", (c) => c.notNull())
    .addColumn("host", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("synced", "integer", (c) => c.notNull())
    .addColumn("transports_json", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("last_used_at", "bigint")
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.createTable("passkey_challenge")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("challenge_hash", "text", (c) => c.notNull().unique())
    .addColumn("holder_hash", "text", (c) => c.notNull())
    .addColumn("network", "text", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.alterTable("login_log")
    .addColumn("way", "text", (c) => c.notNull().defaultTo("password")).execute();
}
