// Migrated databases for tests. The migrations run once per process; their result is stored as statements and as a file.
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "../../server/engine/store.ts";
import { migrations } from "../../server/migrations/list.ts";
import type { Tables } from "../../server/migrations/tables.ts";
import { migrateDatabase, openDatabase } from "../../server/platform/database.ts";
import { postgresDatabases } from "./postgres_databases.ts";
import { temporaryFolder } from "./temporary_folder.ts";

const migrated = migrateToStatements();
let file: Promise<Uint8Array> | undefined;

/**
 * Opens a migrated database: with `SUNDIAL_TEST_ENGINE=postgres` one on PostgreSQL, else one in memory. With `path`, it is a file;
 * there must be none yet.
 */
export async function freshDatabase(path?: string): Promise<Database> {
  if (path === undefined && postgresDatabases !== null) return await postgresDatabases.openMigrated();
  return await freshSqlite(path);
}

/** Opens a migrated SQLite database, in memory by default. There must be none at `path` yet. */
export async function freshSqlite(path = ":memory:"): Promise<Database> {
  const statements = await migrated;
  const db: Database = openDatabase<Tables>(path);
  await db.transaction().execute(async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx);
  });
  // The order of rows without ORDER BY is the database's choice, and PostgreSQL chooses another.
  await sql`pragma reverse_unordered_selects = on`.execute(db);
  return db;
}

export async function writeFreshDatabase(path: string): Promise<void> {
  file ??= migrateToFile();
  await Deno.writeFile(path, await file, { mode: 0o600 });
}

async function migrateToFile(): Promise<Uint8Array> {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "migrated.sqlite");
  await (await freshSqlite(path)).destroy();
  const bytes = await Deno.readFile(path);
  return bytes;
}

async function migrateToStatements(): Promise<string[]> {
  const db: Database = openDatabase<Tables>(":memory:");
  await migrateDatabase(db, migrations);
  const { rows: objects } = await sql<{ type: string; name: string; sql: string | null }>`
    select type, name, sql from sqlite_schema order by rowid`.execute(db);
  const statements = objects.filter(({ name }) => !name.startsWith("sqlite_")).flatMap(({ sql }) =>
    sql ?? []
  );
  for (const { type, name } of objects) {
    if (type === "table") statements.push(...await insertStatements(db, name));
  }
  await db.destroy();
  return statements;
}

async function insertStatements(db: Database, table: string): Promise<string[]> {
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
