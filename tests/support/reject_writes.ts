// Makes writes to tables fail as on a full disk, on both engines.
import { sql } from "kysely";
import type { Database } from "../../server/engine/store.ts";
import { engineOf } from "../../server/platform/database_engine.ts";

/** Which writes of a table fail. */
export interface Refusal {
  table: string;
  actions: readonly ("insert" | "update" | "delete")[];
}

/** Makes writes fail as on a full disk. */
export async function rejectWrites(db: Database, refusals: readonly Refusal[]): Promise<void> {
  if (engineOf(db) === "postgres") {
    await sql`create or replace function refuse_write() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: no space left' using errcode = '53100'; end $$`
      .execute(db);
  }
  for (const { table, action, name } of each(refusals)) {
    const trigger = sql`create trigger ${sql.id(name)} before ${sql.raw(action)} on ${sql.id(table)}`;
    if (engineOf(db) === "postgres") {
      await sql`${trigger} for each row execute function refuse_write()`.execute(db);
    } else {
      await sql`${trigger} begin select raise(abort, 'database or disk is full'); end`.execute(db);
    }
  }
}

/** Lets writes succeed again. */
export async function acceptWrites(db: Database, refusals: readonly Refusal[]): Promise<void> {
  for (const { table, name } of each(refusals)) {
    const on = engineOf(db) === "postgres" ? sql` on ${sql.id(table)}` : sql``;
    await sql`drop trigger if exists ${sql.id(name)}${on}`.execute(db);
  }
}

function each(refusals: readonly Refusal[]) {
  return refusals.flatMap(({ table, actions }) =>
    actions.map((action) => ({ table, action, name: `full_${table}_${action}` }))
  );
}
