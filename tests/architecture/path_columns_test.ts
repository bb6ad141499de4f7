import assert from "node:assert/strict";
import { sql } from "kysely";
import { freshDatabase } from "../support/fresh_database.ts";
import { otherColumns, pathColumns } from "../support/path_columns.ts";

Deno.test("path columns: every text column is classified as a path or not", async () => {
  const db = await freshDatabase();
  const { rows } = await sql<{ name: string }>`
    select m.name || '.' || c.name as name from sqlite_schema m, pragma_table_info(m.name) c
    where m.type = 'table' and m.name not like 'sqlite_%' and m.name not like 'kysely_%' and lower(c.type) = 'text'
    order by 1`.execute(db);
  await db.destroy();
  const others = Object.entries(otherColumns).flatMap(([table, columns]) =>
    columns.split(" ").map((column) => `${table}.${column}`)
  );
  const known = [...pathColumns, ...others].sort();
  const found = rows.map(({ name }) => name).sort();
  // Add a new one to tests/support/path_columns.ts; one that becomes a path also needs an attack in
  // tests/api/row_paths_test.ts.
  assert.deepEqual(found.filter((name) => !known.includes(name)), [], "not in path_columns.ts");
  assert.deepEqual(known.filter((name) => !found.includes(name)), [], "no such column");
});
