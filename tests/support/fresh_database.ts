// A database as the migrations make it, without running them each time: they run once per file of tests, and what they made is
// written down as statements.
import { sql } from "kysely";
import type { Database } from "../../server/engine/store.ts";
import { migrations } from "../../server/migrations/list.ts";
import type { Tables } from "../../server/migrations/tables.ts";
import { migrateDatabase, openDatabase } from "../../server/platform/database.ts";

const written = migrateAndWrite();

/** Opens a database, in memory unless told, and brings it up to date. There must be none at `path` yet. */
export async function freshDatabase(path = ":memory:"): Promise<Database> {
  const statements = await written;
  const db: Database = openDatabase<Tables>(path);
  await db.transaction().execute(async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });
  return db;
}

async function migrateAndWrite(): Promise<string[]> {
  const db: Database = openDatabase<Tables>(":memory:");
  await migrateDatabase(db, migrations);
  const { rows: made } = await sql<{ type: string; name: string; sql: string | null }>`
    select type, name, sql from sqlite_schema order by rowid`.execute(db);
  const statements = made.filter(({ name }) => !name.startsWith("sqlite_")).flatMap(({ sql }) => sql ?? []);
  for (const { type, name } of made) {
    if (type === "table") statements.push(...await writeRows(db, name));
  }
  await db.destroy();
  return statements;
}

async function writeRows(db: Database, table: string): Promise<string[]> {
  const { rows } = await sql<Record<string, string | number | null>>`select * from ${sql.id(table)}`.execute(
    db,
  );
  return rows.map((row) => {
    const values = Object.values(row).map((value) =>
      typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value)
    );
    return `insert into "${table}" values (${values.join(", ")})`;
  });
}
