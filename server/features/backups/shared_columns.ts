import type { DatabaseSync } from "node:sqlite";

// Two databases on one connection: `main` is the restored one, `present` the current one.

/** Returns whether one of them has a table. */
export function hasTable(database: DatabaseSync, schema: "main" | "present", table: string): boolean {
  const sql = `select 1 from ${schema}.sqlite_schema where type = 'table' and name = ?`;
  return database.prepare(sql).get(table) !== undefined;
}

/**
 * Returns the columns of a table that both have, for a statement: either may be from an older version and
 * lack some.
 */
export function sharedColumns(database: DatabaseSync, table: string): string {
  const known = columnsOf(database, "main", table);
  return columnsOf(database, "present", table).filter((name) => known.includes(name)).join(", ");
}

/** Returns the columns of a table, quoted. */
export function columnsOf(database: DatabaseSync, schema: "main" | "present", table: string): string[] {
  const rows = database.prepare(`select name from pragma_table_info(?, ?)`).all(table, schema);
  return rows.map(({ name }) => `"${String(name)}"`);
}

/** Replaces the rows of a restored table with those of the current one. */
export function replaceRows(database: DatabaseSync, table: string): void {
  const columns = sharedColumns(database, table);
  database.exec(`delete from main.${table}`);
  if (columns === "") return;
  database.exec(`insert into main.${table} (${columns}) select ${columns} from present.${table}`);
}

export function hasColumn(
  database: DatabaseSync,
  schema: "main" | "present",
  table: string,
  column: string,
): boolean {
  return columnsOf(database, schema, table).includes(`"${column}"`);
}
