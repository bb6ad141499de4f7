// A row in each table of a database, with a value in each column, for tests of what copies or restores whole databases. A table that
// a migration adds gets one, too.
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { listTables } from "../../server/features/database_move/table_list.ts";
import type { Tables } from "../../server/migrations/tables.ts";
import { openDatabase } from "../../server/platform/database.ts";
import { writeFreshDatabase } from "./fresh_database.ts";

/** Values of columns that must not be any text or number, by table. */
type Values = Readonly<Record<string, Readonly<Record<string, SQLInputValue>>>>;

type Row = Record<string, SQLInputValue>;

const LATER_THAN_32_BITS = 1_767_225_600_000;

/** Creates a migrated database in which each table has one row. What is in `values` replaces the usual. */
export async function createFilled(path: string, values: Values = {}): Promise<void> {
  await writeFreshDatabase(path);
  await fillTables(path, values);
}

/** Replaces the rows of each table by one, in a database of any version; `values` may name columns that only later ones have. */
export async function fillTables(path: string, values: Values = {}): Promise<void> {
  const db = openDatabase<Tables>(path);
  const tables = await listTables(db);
  await db.destroy();
  using database = new DatabaseSync(path);
  database.exec("begin");
  for (const { name } of tables) {
    // A migration may have added one.
    database.exec(`delete from "${name}"`);
    const row = rowOf(database, name);
    const set = Object.entries(values[name] ?? {}).filter(([column]) => column in row);
    insertRow(database, name, { ...row, ...Object.fromEntries(set) });
  }
  database.exec("commit");
}

/** Reads all rows of all tables. */
export async function readTables(path: string): Promise<Record<string, unknown[]>> {
  const db = openDatabase<Tables>(path);
  const tables = await listTables(db);
  await db.destroy();
  using database = new DatabaseSync(path, { readOnly: true });
  return Object.fromEntries(tables.map(({ name, key, columns }) => {
    const order = (key.length > 0 ? key : columns).map((column) => `"${column}"`).join(", ");
    const rows = database.prepare(`select * from "${name}" order by ${order}`).all();
    return [name, rows.map((row) => ({ ...row }))];
  }));
}

/** Adds a row to a table. */
export function insertRow(database: DatabaseSync, table: string, row: Row): void {
  const columns = Object.keys(row);
  database.prepare(
    `insert into "${table}" (${columns.map((column) => `"${column}"`).join(", ")})
      values (${columns.map(() => "?").join(", ")})`,
  ).run(...Object.values(row));
}

function rowOf(database: DatabaseSync, table: string): Row {
  const references = new Set(
    database.prepare(`pragma foreign_key_list("${table}")`).all().map(({ from }) => String(from)),
  );
  const columns = database.prepare(`pragma table_info("${table}")`).all();
  return Object.fromEntries(columns.map(({ name, type }, place) => {
    const column = String(name);
    return [column, references.has(column) ? 1 : valueOf(`${table}.${column}`, String(type), place)];
  }));
}

function valueOf(name: string, type: string, place: number): SQLInputValue {
  const column = name.slice(name.indexOf(".") + 1);
  if (column === "id") return 1;
  switch (type.toLowerCase()) {
    case "integer":
      return place + 1;
    case "bigint":
      return LATER_THAN_32_BITS + place;
    case "blob":
      return new Uint8Array([0, 255, place]);
    default:
      return column.endsWith("_json") ? JSON.stringify({ [name]: place }) : `${name} é 中 "'\n${place}`;
  }
}
