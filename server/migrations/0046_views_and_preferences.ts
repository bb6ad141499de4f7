import { type Kysely, sql } from "kysely";
import { engineOf } from "../platform/database_engine.ts";

/**
 * Stores to whom a view belongs, whether it is shared, and everybody's own order of views. Those that exist are shared, and the
 * first administrator's. Two people may use the same name. Stores the preferences of each account, too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (engineOf(db) === "postgres") await sql`alter table view drop constraint view_name_key`.execute(db);
  else await rebuild(db);
  await sql`alter table view add column account_id integer`.execute(db);
  await sql`alter table view add column shared integer not null default 1`.execute(db);
  await sql`update view set account_id = (select min(id) from account where role = 'administrator')`
    .execute(db);
  await sql`alter table account add column preferences_json text not null default '{}'`.execute(db);
  await db.schema.createTable("view_position")
    .addColumn("account_id", "integer", (c) => c.notNull())
    .addColumn("view_id", "integer", (c) => c.notNull())
    .addColumn("position", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("view_position_key", ["account_id", "view_id"])
    .execute();
}

// SQLite cannot drop the constraint of a column.
async function rebuild(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("view_of_accounts")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("conditions_json", "text", (c) => c.notNull())
    .addColumn("relation", "text", (c) => c.notNull())
    .addColumn("sort_json", "text", (c) => c.notNull())
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("hidden", "integer", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  await sql`insert into view_of_accounts
    select id, name, conditions_json, relation, sort_json, position, hidden, created_at, updated_at, version from view`
    .execute(db);
  // IDs of deleted views are not given again.
  await sql`delete from sqlite_sequence where name = 'view_of_accounts'`.execute(db);
  await sql`update sqlite_sequence set name = 'view_of_accounts' where name = 'view'`.execute(db);
  await db.schema.dropTable("view").execute();
  await sql`alter table view_of_accounts rename to view`.execute(db);
}
