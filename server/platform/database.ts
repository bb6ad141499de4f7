import { chmodSync, closeSync, openSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { DatabaseProblem } from "./database_check.ts";
import { sqliteDialect } from "./sqlite_dialect.ts";
import { DATABASE_RESERVE_BYTES } from "./storage/database_reserve.ts";

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/** A database that cannot be used: newer than this panel, damaged, or not to be opened. Its message is one sentence. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseRefused";
}

/** A database that is not opened, for what is wrong with its file; who tells of it knows the words. */
export class DatabaseDamaged extends DatabaseError {
  readonly path: string;
  readonly error: DatabaseProblem;
  /** Archive of the last backup that was proved; null without one. */
  readonly backup: string | null;

  constructor(path: string, error: DatabaseProblem, backup: string | null) {
    super(`the database ${path} is not opened: ${error.kind}`);
    this.path = path;
    this.error = error;
    this.backup = backup;
  }
}

/** Opens the embedded database at `path` (`:memory:` for tests) and sets what its defaults get wrong for a ledger. */
export function openDatabase<Tables>(path: string): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: sqliteDialect(() => openFile(path)) });
}

function openFile(path: string): DatabaseSync {
  try {
    if (path !== ":memory:") keepPrivate(path);
    const database = new DatabaseSync(path);
    // Before anything is in it: so a new one can give pages back.
    database.exec("pragma auto_vacuum = incremental");
    // FULL, not NORMAL: an acknowledged change must survive the loss of power.
    database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000");
    database.exec("pragma foreign_keys = on; pragma trusted_schema = off");
    // Writing all of it anew makes its log of changes as large, which would stay so.
    database.exec(`pragma journal_size_limit = ${DATABASE_RESERVE_BYTES}`);
    return database;
  } catch (cause) {
    throw new DatabaseError(`cannot open the database ${path}: ${message(cause)}`, { cause });
  }
}

// Whoever has put the panel into a folder that is open to others has not asked for its database to be. A new file beside it gets
// the mode it has.
function keepPrivate(path: string): void {
  closeSync(openSync(path, "a", OWNER_ONLY));
  for (const one of [path, `${path}-wal`, `${path}-shm`]) {
    const found = statSync(one, { throwIfNoEntry: false });
    if (!found || (found.mode & OTHERS) === 0) continue;
    try {
      chmodSync(one, OWNER_ONLY);
    } catch {
      // Somebody else's file, or a disk that knows no modes.
    }
  }
}

/** Brings the schema up to date, all or nothing. Throws `DatabaseRefused` when a newer panel has written here. */
export async function migrateDatabase<Tables>(
  db: Kysely<Tables>,
  migrations: Record<string, Migration>,
): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  if (error instanceof DatabaseError) throw error;
  const newer = message(error).includes("is missing");
  const reason = newer
    ? "it was written by a newer version of Sundial; start that version"
    : `its schema cannot be brought up to date: ${message(error)}`;
  throw new DatabaseError(`cannot use the database: ${reason}`, { cause: error });
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
