import { type Kysely, sql } from "kysely";
import { engineOf } from "../platform/database_engine.ts";

/** Stores whose a channel is, who logged in, and who started and stopped a run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addOwners(db);
  await sql`alter table run add column requested_by text`.execute(db);
  await sql`alter table run add column stopped_by text`.execute(db);
  await sql`alter table login_log add column account_id integer`.execute(db);
  await sql`alter table login_log add column account_name text`.execute(db);
  // Whose the logins of several accounts were is not known.
  await sql`update login_log set account_id = (select min(id) from account),
    account_name = (select min(username) from account)
    where status = 'succeeded' and (select count(*) from account) = 1`.execute(db);
}

// Names are unique among the channels of one account.
async function addOwners(db: Kysely<unknown>): Promise<void> {
  if (engineOf(db) === "postgres") {
    await sql`alter table channel drop constraint channel_name_key`.execute(db);
    await sql`alter table channel add column account_id integer`.execute(db);
    await sql`alter table channel add column events_json text`.execute(db);
  } else await rebuild(db);
  await sql`create unique index channel_owner_name on channel (coalesce(account_id, 0), name)`.execute(db);
  await sql`alter table delivery add column account_id integer`.execute(db);
  await sql`alter table delivery add column subjects_json text`.execute(db);
}

// SQLite cannot drop the constraint of a column.
async function rebuild(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("channel_rebuilt")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("fields_json", "text", (c) => c.notNull())
    .addColumn("secrets", "text")
    .addColumn("proxy", "text")
    .addColumn("enabled", "integer", (c) => c.notNull())
    .addColumn("is_default", "integer", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .addColumn("by_application", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("account_id", "integer")
    .addColumn("events_json", "text")
    .execute();
  await sql`insert into channel_rebuilt
    (id, name, type, fields_json, secrets, proxy, enabled, is_default, created_at, updated_at, version, by_application)
    select id, name, type, fields_json, secrets, proxy, enabled, is_default, created_at, updated_at, version, by_application
    from channel`.execute(db);
  // Deliveries name deleted channels: an ID is not used again.
  await sql`delete from sqlite_sequence where name = 'channel_rebuilt'`.execute(db);
  await sql`insert into sqlite_sequence (name, seq)
    select 'channel_rebuilt', seq from sqlite_sequence where name = 'channel'`.execute(db);
  await db.schema.dropTable("channel").execute();
  await sql`alter table channel_rebuilt rename to channel`.execute(db);
}
