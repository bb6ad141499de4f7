import { type Kysely, sql } from "kysely";
import { databaseLocks } from "./database_locks.ts";

/**
 * Runs `migrate` on one connection while no other machine migrates the same database; the functions that the queries need exist
 * by then.
 */
export async function withMigrationLock<Tables>(
  db: Kysely<Tables>,
  migrate: (db: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  await db.connection().execute(async (connection) => {
    // The other machine may take longer than any statement should.
    await sql`set lock_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(${sql.raw(databaseLocks.migrate)})`.execute(connection);
    try {
      await createFunctions(connection);
      await migrate(connection);
    } finally {
      await sql`select pg_advisory_unlock(${sql.raw(databaseLocks.migrate)})`.execute(connection);
      await sql`reset lock_timeout`.execute(connection);
    }
  });
}

// What `json_each` is for SQLite, for `jsonTexts` in `sql_expressions.ts`. Only converting can fail: for invalid JSON, or a text
// with half a surrogate pair, which JSON may contain and PostgreSQL may not.
async function createFunctions<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`
    create or replace function sundial_json_texts(source text) returns table (value text)
    language plpgsql immutable as $$
    declare parsed json;
    begin
      parsed := source::json;
      case json_typeof(parsed)
        when 'array' then return query select e.value collate "C" from json_array_elements_text(parsed) e;
        when 'object' then return query select e.value collate "C" from json_each_text(parsed) e;
        else return query select (parsed #>> '{}') collate "C" where parsed is not null;
      end case;
    exception when others then
      return;
    end $$`.execute(db);
  // The same as one value, for an index.
  await sql`
    create or replace function sundial_json_list(source text) returns text[]
    language sql immutable as $$ select coalesce(array_agg(value), '{}') from sundial_json_texts(source) $$`
    .execute(db);
}
