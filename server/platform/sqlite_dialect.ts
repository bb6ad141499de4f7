// Kysely over the runtime's own SQLite. One connection, used by one query or one transaction at a time: the driver is
// synchronous, so a pool would gain nothing, and SQLite works best with one writer.
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";

const CACHED_STATEMENTS = 300;

/** Returns the Kysely dialect for an open database; `destroy` closes it. */
export function sqliteDialect(open: () => DatabaseSync): Dialect {
  return {
    createAdapter: () => new TransactionalDdlAdapter(),
    createDriver: () => new SqliteDriver(open),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

// SQLite can roll back DDL; this makes Kysely run migrations in one transaction.
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class SqliteDriver implements Driver {
  #database: DatabaseSync | undefined;
  #connection: SqliteConnection | undefined;
  #turn: Promise<void> = Promise.resolve();
  #release: (() => void) | undefined;

  constructor(private readonly open: () => DatabaseSync) {}

  init(): Promise<void> {
    this.#database = this.open();
    this.#connection = new SqliteConnection(this.#database);
    return Promise.resolve();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = promise;
    await before;
    this.#release = resolve;
    if (!this.#connection) throw new Error("the database is closed");
    return this.#connection;
  }

  beginTransaction(connection: DatabaseConnection): Promise<void> {
    return run(connection, "begin immediate");
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return run(connection, "commit");
  }

  // On a full disk, SQLite has already rolled back; an error about that would hide the cause.
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database?.isTransaction) await run(connection, "rollback");
  }

  releaseConnection(): Promise<void> {
    this.#release?.();
    return Promise.resolve();
  }

  destroy(): Promise<void> {
    this.#connection?.forget();
    this.#connection = undefined;
    this.#database?.close();
    this.#database = undefined;
    return Promise.resolve();
  }
}

async function run(connection: DatabaseConnection, statement: string): Promise<void> {
  // The driver only ever hands out its own connections.
  await (connection as SqliteConnection).run(statement);
}

// A number that does not fit into a double is read as the nearest one: the panel writes none, and one row must not prevent
// the others from being read. Only read-only statements are run a second time.
function readAll(statement: StatementSync, parameters: SQLInputValue[]): unknown[][] {
  try {
    return readArrays(statement, parameters);
  } catch (error) {
    const isTooLarge = error instanceof RangeError && "code" in error && error.code === "ERR_OUT_OF_RANGE";
    if (!isTooLarge || !/^(select|with|pragma)\b/i.test(statement.sourceSQL)) throw error;
    statement.setReadBigInts(true);
    try {
      return readArrays(statement, parameters).map((row) => row.map(asNumber));
    } finally {
      statement.setReadBigInts(false);
    }
  }
}

function readArrays(statement: StatementSync, parameters: SQLInputValue[]): unknown[][] {
  // Prepared to return arrays.
  return statement.all(...parameters) as unknown as unknown[][];
}

function asNumber(value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}

// The driver's own objects have no prototype, and take twice as long to make as the rest of the read.
function toObject(names: readonly string[], row: readonly unknown[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (let n = 0; n < names.length; n++) object[names[n]!] = row[n]; // as long as the row
  return object;
}

interface Prepared {
  statement: StatementSync;
  hasRows: boolean;
  columns: readonly string[];
}

function prepare(database: DatabaseSync, text: string): Prepared {
  const statement = database.prepare(text);
  const columns = statement.columns().map(({ name }) => name);
  statement.setReturnArrays(true);
  // `pragma incremental_vacuum` has no columns and frees one page per row: it must be read to its end to free all.
  return { statement, columns, hasRows: columns.length > 0 || /^\s*pragma\b/i.test(text) };
}

class SqliteConnection implements DatabaseConnection {
  readonly #statements = new Map<string, Prepared>();

  constructor(private readonly database: DatabaseSync) {}

  forget(): void {
    this.#statements.clear();
  }

  run(statement: string): Promise<void> {
    this.#prepare(statement).statement.run();
    if (statement === "rollback") this.forget();
    return Promise.resolve();
  }

  // async so that an error of the driver becomes a rejection, as Kysely expects.
  // deno-lint-ignore require-await
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, hasRows, columns } = this.#prepare(query.sql);
    // Kysely types parameters as unknown; SQLite throws here for those it cannot bind.
    const parameters = query.parameters as SQLInputValue[];
    if (hasRows) return { rows: readAll(statement, parameters).map((row) => toObject(columns, row)) as R[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    // `select *` has other columns than before.
    if (/^\s*(alter|create|drop)\b/i.test(query.sql)) this.forget();
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  #prepare(statement: string): Prepared {
    const known = this.#statements.get(statement);
    if (known) {
      this.#statements.delete(statement);
      this.#statements.set(statement, known);
      return known;
    }
    const fresh = prepare(this.database, statement);
    this.#statements.set(statement, fresh);
    if (this.#statements.size > CACHED_STATEMENTS) {
      const oldest = this.#statements.keys().next().value;
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    return fresh;
  }
}
