import { type Kysely, sql } from "kysely";
import { engineOf } from "../platform/database_engine.ts";
import { storedJson } from "../platform/stored_json.ts";

/** Stores whose a channel is, who logged in, who started and stopped a run, and the labels of deleted tasks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addOwners(db);
  await addLabels(db);
  await sql`alter table run add column requested_by text`.execute(db);
  await sql`alter table run add column stopped_by text`.execute(db);
  await sql`alter table login_log add column account_id integer`.execute(db);
  await sql`alter table login_log add column account_name text`.execute(db);
  // Whose the logins of several accounts were is not known.
  await sql`update login_log set account_id = (select min(id) from account),
    account_name = (select min(username) from account)
    where status = 'succeeded' and (select count(*) from account) = 1`.execute(db);
}

// For people whose role holds for labels: a query cannot read the whole row, which is JSON.
async function addLabels(db: Kysely<unknown>): Promise<void> {
  await sql`alter table trashed_task add column labels_json text not null default '[]'`.execute(db);
  const { rows } = await sql<{ id: number; row_json: string }>`select id, row_json from trashed_task`.execute(
    db,
  );
  for (const { id, row_json } of rows) {
    const { labels_json } = storedJson<{ labels_json?: unknown }>(row_json, {});
    if (typeof labels_json !== "string") continue;
    await sql`update trashed_task set labels_json = ${labels_json} where id = ${id}`.execute(db);
  }
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
