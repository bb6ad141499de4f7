import type { Kysely } from "kysely";

/** Creates second factors, applications, the login log and the audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await extendAccounts(db);
  await createApplications(db);
  await createLogs(db);
}

async function extendAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("account").addColumn("factor_secret", "text").execute();
  await db.schema.alterTable("account").addColumn("factor_pending", "text").execute();
  await db.schema.alterTable("account").addColumn("factor_step", "bigint").execute();
  await db.schema.alterTable("account").addColumn("factor_since", "bigint").execute();
  await db.schema.alterTable("account").addColumn("avatar_hash", "text").execute();
  await db.schema.alterTable("session").addColumn("proven_at", "bigint", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.createTable("recovery_code")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("account_id", "integer", (c) => c.notNull().references("account.id").onDelete("cascade"))
    .addColumn("code_hash", "text", (c) => c.notNull().unique())
    .addColumn("used_at", "bigint")
    .execute();
  await db.schema.createTable("pending_login")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("account_id", "integer", (c) => c.notNull().references("account.id").onDelete("cascade"))
    .addColumn("network", "text", (c) => c.notNull())
    .addColumn("checks", "integer", (c) => c.notNull())
    .addColumn("opened_at", "bigint", (c) => c.notNull())
    .addColumn("ended_at", "bigint")
    .execute();
  await db.schema.createIndex("pending_login_network").on("pending_login").columns(["account_id", "network"])
    .execute();
}

async function createApplications(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("application")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("name", "text", (c) => c.notNull().unique())
    .addColumn("client_id", "text", (c) => c.notNull().unique())
    .addColumn("secret_hash", "text", (c) => c.notNull())
    .addColumn("scopes_json", "text", (c) => c.notNull())
    .addColumn("last_used_at", "bigint")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.createTable("application_token")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn(
      "application_id",
      "integer",
      (c) => c.notNull().references("application.id").onDelete("cascade"),
    )
    .addColumn("token_hash", "text", (c) => c.notNull().unique())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("application_token_of").on("application_token").column("application_id")
    .execute();
}

async function createLogs(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("login_log")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("ip", "text", (c) => c.notNull())
    .addColumn("place", "text", (c) => c.notNull())
    .addColumn("user_agent", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("login_log_at").on("login_log").column("at").execute();
  await db.schema.createTable("audit_entry")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("actor_kind", "text", (c) => c.notNull())
    .addColumn("actor_id", "integer")
    .addColumn("actor_name", "text")
    .addColumn("ip", "text")
    .addColumn("act", "text", (c) => c.notNull())
    .addColumn("object", "text")
    .addColumn("detail_json", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .execute();
  await db.schema.createTable("audit_head")
    .addColumn("id", "integer", (c) => c.primaryKey())
    .addColumn("entry_id", "integer", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("audit_entry_at").on("audit_entry").column("at").execute();
  await db.schema.createIndex("audit_entry_act").on("audit_entry").columns(["act", "id"]).execute();
}
