import type { DatabaseSync } from "node:sqlite";

/** A schema compared with the one known here; `none` when the database is not ours, or was never migrated. */
export type SchemaAge = "none" | "older" | "same" | "newer";

/** Returns the age of a database by its applied migrations, compared with those that are `known`. */
export function schemaAge(database: DatabaseSync, known: readonly string[]): SchemaAge {
  const table = database.prepare("select 1 from sqlite_schema where name = 'kysely_migration'").get();
  if (table === undefined) return "none";
  const seen = new Set(
    database.prepare("select name from kysely_migration").all().map(({ name }) => String(name)),
  );
  if (seen.difference(new Set(known)).size > 0) return "newer";
  return known.every((name) => seen.has(name)) ? "same" : "older";
}
