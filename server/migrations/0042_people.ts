import { type Kysely, sql } from "kysely";

/** Gives accounts a role, and stores invitations. Whoever has an account already is an administrator. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column role text not null default 'administrator'`.execute(db);
  await sql`alter table account add column labels_json text`.execute(db);
  await sql`alter table account add column disabled_at bigint`.execute(db);
  await sql`alter table account add column last_login_at bigint`.execute(db);
  await db.schema.createTable("invitation")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("token_hash", "text", (c) => c.notNull().unique())
    .addColumn("role", "text", (c) => c.notNull())
    .addColumn("labels_json", "text")
    .addColumn("username", "text")
    .addColumn("created_by", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
}
