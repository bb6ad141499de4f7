import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Database } from "../../server/engine/store.ts";
import { migrations } from "../../server/migrations/list.ts";
import type { Tables } from "../../server/migrations/tables.ts";
import { migrateDatabase, openDatabase } from "../../server/platform/database.ts";
import { freshSqlite } from "./fresh_database.ts";

/** Returns everything in a database: its schema and all rows in one order, except the times of migrations. */
async function everythingIn(db: Database): Promise<unknown[]> {
  const schema = await sql<{ type: string; name: string }>`
    select type, name, tbl_name, sql from sqlite_schema order by name`.execute(db);
  const tables = schema.rows.filter(({ type }) => type === "table");
  const rows = await Promise.all(
    tables.map(({ name }) =>
      sql<{ timestamp?: string }>`select * from ${sql.id(name)} order by 1`.execute(db)
    ),
  );
  const sorted = rows.map(({ rows }) => rows.map(({ timestamp: _, ...row }) => JSON.stringify(row)).sort());
  return [schema.rows, sorted];
}

Deno.test("fresh database: equals the result of the migrations, which have nothing left to do", async () => {
  const migrated: Database = openDatabase<Tables>(":memory:");
  await migrateDatabase(migrated, migrations);
  const fresh = await freshSqlite();
  const expected = await everythingIn(migrated);
  assert.deepEqual(await everythingIn(fresh), expected);
  await migrateDatabase(fresh, migrations);
  assert.deepEqual(await everythingIn(fresh), expected);
  await Promise.all([migrated.destroy(), fresh.destroy()]);
});
