// The worker of `foreign_database.ts`.
import { DatabaseSync } from "node:sqlite";

export type Value = string | number | null;

export interface TableColumns {
  /** The columns to read; none to learn only whether the table has rows. */
  read: readonly string[];
  /** Columns that are known and need not be read. All others are reported if they have values. */
  ignored?: readonly string[];
}

/** A column that is neither read nor ignored, and that has values. */
export interface UnknownColumn {
  column: string;
  count: number;
  /** The first of them, with the columns that are read. */
  example: Record<string, Value>;
}

export interface TablesRequest {
  path: string;
  columns: Record<string, TableColumns>;
  maxRows: number;
  /** Maximum total size of the values, in characters. */
  maxBytes: number;
}

export type TablesResult =
  | { tables: Record<string, Record<string, Value>[] | null>; unknown: Record<string, UnknownColumn[]> }
  | { error: "damaged" | "too_large" };

class TooLargeError extends Error {}

/** Rows to read at once. */
const PAGE = 500;
/** Names of the row ID and of a number of rows in a query: unlike `rowid`, no table of the file has such a column. */
const ROW_ID = "sundial_row_id";
const COUNT = "sundial_count";
/** Far more than a table of any panel has: each is searched on its own. */
const MAX_UNKNOWN = 50;
/** Values that a column has in rows for which nothing was set. */
const EMPTY = "('', '0', '0.0', 'false', 'null', '[]', '[\"\"]', '{}')";

function read({ path, columns, maxRows, maxBytes }: TablesRequest): TablesResult {
  try {
    using database = new DatabaseSync(path, { readOnly: true, enableDoubleQuotedStringLiterals: false });
    database.exec("pragma trusted_schema = off; pragma cell_size_check = on; pragma mmap_size = 0");
    let left = maxBytes;
    const tables: Record<string, Record<string, Value>[] | null> = {};
    const unknown: Record<string, UnknownColumn[]> = {};
    for (const [table, { read: wanted, ignored = [] }] of Object.entries(columns)) {
      const present = columnsOf(database, table);
      if (present === null) {
        tables[table] = null;
        continue;
      }
      const names = wanted.filter((name) => present.has(name));
      const rows: Record<string, Value>[] = [];
      tables[table] = rows;
      if (names.length === 0) {
        if (database.prepare(`select 1 from "${table}" limit 1`).get()) rows.push({});
        continue;
      }
      const selected = names.map((name) => `"${name}"`).join(", ");
      for (const row of rowsOf(database, table, selected)) {
        if (rows.length >= maxRows) throw new TooLargeError();
        const plain = plainRow(row, wanted);
        for (const value of Object.values(plain)) left -= typeof value === "string" ? value.length : 8;
        if (left < 0) throw new TooLargeError();
        rows.push(plain);
      }
      const others = [...present].filter((name) => !wanted.includes(name) && !ignored.includes(name));
      unknown[table] = unknownColumns(database, table, { selected, others, wanted });
    }
    return { tables, unknown };
  } catch (error) {
    return { error: error instanceof TooLargeError ? "too_large" : "damaged" };
  }
}

// In pages: `iterate` ends without an error where the file is damaged, and all rows at once could fill the memory.
function* rowsOf(database: DatabaseSync, table: string, selected: string) {
  const select = `select rowid as ${ROW_ID}, ${selected} from "${table}"`;
  let rows = database.prepare(`${select} order by rowid limit ?`).all(PAGE);
  const next = database.prepare(`${select} where rowid > ? order by rowid limit ?`);
  while (rows.length > 0) {
    yield* rows;
    rows = next.all(Number(rows.at(-1)?.[ROW_ID]), PAGE);
  }
}

function unknownColumns(
  database: DatabaseSync,
  table: string,
  { selected, others, wanted }: { selected: string; others: string[]; wanted: readonly string[] },
): UnknownColumn[] {
  return others.slice(0, MAX_UNKNOWN).flatMap((column) => {
    const name = `"${column.replaceAll('"', '""')}"`;
    // SQLite takes the other columns from the row with the lowest ID.
    const row = database.prepare(
      `select count(*) as ${COUNT}, min(rowid), ${selected} from "${table}" ` +
        `where trim(cast(substr(${name}, 1, 20) as text)) not in ${EMPTY}`,
    ).get() ?? {};
    const count = Number(row[COUNT] ?? 0);
    return count === 0 ? [] : [{ column, count, example: plainRow(row, wanted) }];
  });
}

function plainRow(row: Record<string, unknown>, wanted: readonly string[]): Record<string, Value> {
  return Object.fromEntries(wanted.map((name) => [name, plainValue(row[name])]));
}

// Only ordinary tables: a view or a virtual table would run what the file says.
function columnsOf(database: DatabaseSync, table: string): Set<string> | null {
  const found = database.prepare(
    "select name, rootpage from sqlite_schema where type = 'table' and name = ?",
  ).get(table);
  if (!found || Number(found["rootpage"]) === 0) return null;
  const rows = database.prepare("select name, hidden from pragma_table_xinfo(?)").all(table);
  return new Set(rows.filter(({ hidden }) => Number(hidden) === 0).map(({ name }) => String(name)));
}

function plainValue(value: unknown): Value {
  if (typeof value === "string" || typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  // A text that was stored as bytes.
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  return null;
}

globalThis.addEventListener("message", ({ data }: MessageEvent<TablesRequest>) => {
  globalThis.postMessage(read(data));
});
