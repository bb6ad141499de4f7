// Copies all rows from one database to another, of whichever engines: for `migrate`, and for backups of a panel on PostgreSQL.
import { createHash, type Hash } from "node:crypto";
import { type Expression, type QueryExecutorProvider, sql, type SqlBool } from "kysely";
import type { Database } from "../../engine/store.ts";
import { engineOf } from "../../platform/database_engine.ts";
import { messageOf } from "../../platform/error_message.ts";
import { listTables, type TableShape } from "./table_list.ts";

const PAGE_ROWS = 500;
const MAX_PARAMETERS = 30_000;

type Row = Record<string, unknown>;

/** What one database contains of a table. */
export interface TableSummary {
  rows: number;
  /** SHA-256 of all rows in the order of their key. */
  hash: string;
}

export interface CopiedTable {
  table: string;
  source: TableSummary;
  target: TableSummary;
}

/** Thrown when a row does not fit the other database. */
export class CopyError extends Error {
  override readonly name = "CopyError";
}

export interface CopyOptions {
  from: Database;
  to: Database;
  onTable?(table: string): void;
}

/**
 * Replaces the rows of one migrated database by those of another, in one transaction, and reads them back. One of the two is
 * SQLite. Throws `CopyError` when a row cannot be stored, or is not the same afterwards.
 */
export async function copyTables({ from, to, onTable }: CopyOptions): Promise<CopiedTable[]> {
  const tables = await listTables(engineOf(from) === "sqlite" ? from : to);
  // One moment of the source, even if somebody writes to it.
  const reading = engineOf(from) === "postgres"
    ? from.transaction().setIsolationLevel("repeatable read").setAccessMode("read only")
    : from.transaction();
  return await reading.execute(async (source) =>
    await to.transaction().execute(async (target) => {
      for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(target);
      const copied: CopiedTable[] = [];
      for (const table of tables) {
        onTable?.(table.name);
        const hash = new RowHash(table);
        for await (const rows of readPages(source, table)) {
          await insertRows(target, table, rows);
          hash.add(rows);
        }
        if (table.hasSequence) await setSequence(target, table.name, await readSequence(source, table.name));
        copied.push({
          table: table.name,
          source: hash.summary(),
          target: await summarize(target, table),
        });
      }
      const different = copied.find(({ source, target }) => source.hash !== target.hash);
      if (different) throw new CopyError(`the table ${different.table} is not the same after copying`);
      return copied;
    })
  );
}

async function summarize(db: QueryExecutorProvider, table: TableShape): Promise<TableSummary> {
  const hash = new RowHash(table);
  for await (const rows of readPages(db, table)) hash.add(rows);
  return hash.summary();
}

/** Hashes rows in a form that does not depend on the engine. */
class RowHash {
  readonly #hash: Hash = createHash("sha256");
  #rows = 0;

  constructor(private readonly table: TableShape) {}

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      this.#hash.update(JSON.stringify(this.table.columns.map((column) => canonical(row[column]))) + "\n");
    }
    this.#rows += rows.length;
  }

  summary(): TableSummary {
    return { rows: this.#rows, hash: this.#hash.digest("hex") };
  }
}

function canonical(value: unknown): unknown {
  if (value instanceof Uint8Array) return { sha256: createHash("sha256").update(value).digest("hex") };
  // PostgreSQL cannot store the character 0; its dialect replaces it.
  return typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : value ?? null;
}

// By key, page after page: an offset would read everything before it again.
async function* readPages(
  db: QueryExecutorProvider,
  { name, columns, key }: TableShape,
): AsyncGenerator<Row[], void> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  const order = key.length === 0 ? sql`` : sql`order by ${sql.join(key.map((column) => sql.ref(column)))}`;
  let last: Row | undefined;
  for (;;) {
    const after: Expression<SqlBool> = last === undefined || key.length === 0
      ? sql<boolean>`1 = 1`
      : sql<boolean>`(${sql.join(key.map((column) => sql.ref(column)))}) > (${
        sql.join(key.map((column) => last?.[column]))
      })`;
    const limit = key.length === 0 ? sql`` : sql`limit ${sql.lit(PAGE_ROWS)}`;
    const { rows } = await sql<Row>`select ${list} from ${sql.table(name)} where ${after} ${order} ${limit}`
      .execute(db);
    if (rows.length > 0) yield rows;
    if (key.length === 0 || rows.length < PAGE_ROWS) return;
    last = rows.at(-1);
  }
}

async function insertRows(
  db: QueryExecutorProvider,
  { name, columns }: TableShape,
  rows: readonly Row[],
): Promise<void> {
  const atOnce = Math.max(1, Math.floor(MAX_PARAMETERS / columns.length));
  const list = sql.join(columns.map((column) => sql.ref(column)));
  for (let at = 0; at < rows.length; at += atOnce) {
    const values = rows.slice(at, at + atOnce).map((row) =>
      sql`(${sql.join(columns.map((column) => row[column] ?? null))})`
    );
    try {
      await sql`insert into ${sql.table(name)} (${list}) values ${sql.join(values)}`.execute(db);
    } catch (error) {
      const reason = messageOf(error);
      throw new CopyError(`a row of the table ${name} cannot be stored: ${reason}`, { cause: error });
    }
  }
}

// An assigned id must never be reused: files and programs refer to it.
async function readSequence(db: QueryExecutorProvider, table: string): Promise<number> {
  const { rows: [row] } = engineOf(db) === "postgres"
    ? await sql<{ last: number | null }>`
      select last_value as last from pg_sequences where schemaname = current_schema()
        and format('%I.%I', schemaname, sequencename)::regclass = pg_get_serial_sequence(${table}, 'id')::regclass`
      .execute(db)
    : await sql<{ last: number | null }>`select seq as last from sqlite_sequence where name = ${table}`
      .execute(db);
  return row?.last ?? 0;
}

async function setSequence(db: QueryExecutorProvider, table: string, last: number): Promise<void> {
  const { rows: [{ highest } = { highest: 0 }] } = await sql<{ highest: number }>`
    select coalesce(max(id), 0) as highest from ${sql.table(table)}`.execute(db);
  const value = Math.max(last, highest);
  if (engineOf(db) === "postgres") {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest(${value}::bigint, 1), ${value}::bigint > 0)`
      .execute(db);
    return;
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
  if (value > 0) await sql`insert into sqlite_sequence (name, seq) values (${table}, ${value})`.execute(db);
}
