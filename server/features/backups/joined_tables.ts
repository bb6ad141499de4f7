// Two databases on one connection: `main` is the one that comes, `present` the one that goes.
import type { DatabaseSync } from "node:sqlite";

/** Tells whether one of them has a table. */
export function hasTable(database: DatabaseSync, schema: "main" | "present", table: string): boolean {
  const sql = `select 1 from ${schema}.sqlite_schema where type = 'table' and name = ?`;
  return database.prepare(sql).get(table) !== undefined;
}

/** Lists the columns of a table that both have, for a statement: either may be of an older panel and lack some. */
export function sharedColumns(database: DatabaseSync, table: string): string {
  const known = columnsOf(database, "main", table);
  return columnsOf(database, "present", table).filter((name) => known.includes(name)).join(", ");
}

/** Lists the columns of a table, quoted. */
export function columnsOf(database: DatabaseSync, schema: "main" | "present", table: string): string[] {
  const rows = database.prepare(`select name from pragma_table_info(?, ?)`).all(table, schema);
  return rows.map(({ name }) => `"${String(name)}"`);
}

/** Puts the rows of the present table in place of those of the one that comes. */
export function replaceRows(database: DatabaseSync, table: string): void {
  const columns = sharedColumns(database, table);
  database.exec(`delete from main.${table}`);
  if (columns === "") return;
  database.exec(`insert into main.${table} (${columns}) select ${columns} from present.${table}`);
}
