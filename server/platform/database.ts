import { chmodSync, closeSync, openSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { engineOf } from "./database_engine.ts";
import type { DatabaseProblem } from "./database_check.ts";
import { openReadOnly } from "./database_check.ts";
import { sqliteDialect } from "./sqlite_dialect.ts";
import { DATABASE_RESERVE_BYTES } from "./storage/database_reserve.ts";
import { messageOf } from "./error_message.ts";

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/**
 * Thrown when a database cannot be used: newer than this panel, damaged, or impossible to open. The message is one
 * sentence.
 */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
}

/** Thrown when a database is not opened because of a problem with its file; the caller formats the message. */
export class DatabaseDamagedError extends DatabaseError {
  /** Archive of the last verified backup; null when there is none. */
  readonly backup: string | null;

  constructor(readonly path: string, readonly error: DatabaseProblem, backup: string | null) {
    super(`cannot open the database ${path}: ${error.kind}`);
    this.backup = backup;
  }
}

/** Opens the embedded database at `path` (`:memory:` for tests) and changes the defaults that are unsuitable for a ledger. */
export function openDatabase<Tables>(path: string): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: sqliteDialect(() => openFile(path)) });
}

/** Opens an embedded database for reading only; it must have no problems. */
export function openDatabaseReadOnly<Tables>(path: string): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: sqliteDialect(() => openReadOnly(path)) });
}

function openFile(path: string): DatabaseSync {
  try {
    if (path !== ":memory:") keepPrivate(path);
    const database = new DatabaseSync(path);
    // First, because each of the following may have to wait for another program that has the database open.
    database.exec("pragma busy_timeout = 5000");
    // Must be set before the database has content, so that a new one can shrink.
    database.exec("pragma auto_vacuum = incremental");
    // FULL, not NORMAL: a committed change must survive a loss of power.
    database.exec("pragma journal_mode = wal; pragma synchronous = full");
    database.exec("pragma foreign_keys = on; pragma trusted_schema = off");
    // Rewriting the whole database makes its write-ahead log as large, and it would stay that way.
    database.exec(`pragma journal_size_limit = ${DATABASE_RESERVE_BYTES}`);
    return database;
  } catch (cause) {
    throw new DatabaseError(`cannot open the database ${path}: ${messageOf(cause)}`, { cause });
  }
}

// A panel in a folder that others can access must still keep its database private. SQLite creates the files beside it with
// the same mode.
function keepPrivate(path: string): void {
  closeSync(openSync(path, "a", OWNER_ONLY));
  for (const one of [path, `${path}-wal`, `${path}-shm`]) {
    const found = statSync(one, { throwIfNoEntry: false });
    if (!found || (found.mode & OTHERS) === 0) continue;
    try {
      chmodSync(one, OWNER_ONLY);
    } catch {
      // The file belongs to another user, or the file system does not support modes.
    }
  }
}

/**
 * Migrates the schema in one transaction; of several machines that share the database, one does it. Throws `DatabaseError` when
 * a newer panel has written to the database.
 */
export async function migrateDatabase<Tables>(
  db: Kysely<Tables>,
  migrations: Record<string, Migration>,
): Promise<void> {
  if (engineOf(db) === "sqlite") return await migrate(db, migrations);
  const { withMigrationLock } = await import("./postgres/prepare_postgres.ts");
  await withMigrationLock(db, (connection) => migrate(connection, migrations));
}

async function migrate<Tables>(db: Kysely<Tables>, migrations: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  if (error instanceof DatabaseError) throw error;
  const newer = messageOf(error).includes("is missing");
  const reason = newer
    ? "it was written by a newer version of Sundial; start that version"
    : `its schema cannot be brought up to date: ${messageOf(error)}`;
  throw new DatabaseError(`cannot use the database: ${reason}`, { cause: error });
}
