// The database of the commands that work without a running panel, when it is PostgreSQL.
import { join, resolve } from "node:path";
import { sql } from "kysely";
import type { Database } from "../engine/store.ts";
import { migrations } from "../migrations/list.ts";
import type { Tables } from "../migrations/tables.ts";
import { readConfig } from "../platform/config.ts";
import { migrateDatabase } from "../platform/database.ts";
import type { SchemaAge } from "../platform/database_check.ts";
import { KEY_FILE } from "../platform/seal.ts";
import { orUsageError } from "./command_result.ts";

export interface SharedDatabase {
  /** Address, with the password. */
  url: string;
  /** File of the key; null for the one in the data folder. */
  keyFile: string | null;
}

/** Returns the PostgreSQL database that the environment names; null when the database is embedded. Throws `UsageError`. */
export function readSharedDatabase(variables = Deno.env.toObject()): SharedDatabase | null {
  const { databaseUrl, keyFile } = orUsageError(() => readConfig(new Map(), variables));
  if (databaseUrl === null) return null;
  return { url: databaseUrl, keyFile: keyFile === null ? null : resolve(keyFile) };
}

/** Returns the key file of a data folder, as the panel would use it. Throws `UsageError`. */
export function keyFileOf(root: string, variables = Deno.env.toObject()): string {
  const { keyFile } = orUsageError(() => readConfig(new Map(), variables));
  return keyFile === null ? join(root, KEY_FILE) : resolve(keyFile);
}

/** Opens a PostgreSQL database as it is. Throws `DatabaseError`. */
export async function openShared({ url }: SharedDatabase): Promise<Database> {
  const { openPostgres } = await import("../platform/postgres/open_postgres.ts");
  return await openPostgres<Tables>(url);
}

/** Opens a PostgreSQL database and brings its schema up to date. Throws `DatabaseError`. */
export async function openMigrated(shared: SharedDatabase): Promise<Database> {
  const db = await openShared(shared);
  try {
    await migrateDatabase(db, migrations);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Returns the age of the schema of a PostgreSQL database, compared with this version. */
export async function sharedSchemaAge(db: Database): Promise<SchemaAge> {
  const { rows: [table] } = await sql<{ found: string | null }>`
    select to_regclass('kysely_migration')::text as found`.execute(db);
  if (table?.found === null || table === undefined) return "none";
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const [seen, known] = [new Set(rows.map(({ name }) => name)), Object.keys(migrations)];
  if (seen.difference(new Set(known)).size > 0) return "newer";
  return known.every((name) => seen.has(name)) ? "same" : "older";
}
