import { type Kysely, sql } from "kysely";

/** Stores the providers of single sign-on, and with which identities of theirs somebody logs in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("identity_provider")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("issuer", "text", (c) => c.notNull())
    .addColumn("client_id", "text", (c) => c.notNull())
    .addColumn("secret_sealed", "text")
    .addColumn("scopes", "text", (c) => c.notNull())
    .addColumn("create_accounts", "integer", (c) => c.notNull())
    .addColumn("match_email", "integer", (c) => c.notNull())
    .addColumn("role_claim", "text")
    .addColumn("roles_json", "text", (c) => c.notNull())
    .addColumn("default_role", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .execute();
  await db.schema.createTable("account_identity")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("provider_id", "integer", (c) => c.notNull())
    .addColumn("account_id", "integer", (c) => c.notNull())
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("email", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("last_login_at", "bigint")
    .addUniqueConstraint("account_identity_subject", ["provider_id", "subject"])
    .addUniqueConstraint("account_identity_account", ["provider_id", "account_id"])
    .execute();
  await sql`alter table account add column role_source text`.execute(db);
  await sql`alter table account add column has_password integer not null default 1`.execute(db);
  await sql`alter table session add column way text not null default 'password'`.execute(db);
  await sql`alter table session add column provider_id integer`.execute(db);
  await sql`alter table session add column id_token_sealed text`.execute(db);
}
