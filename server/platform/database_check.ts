// Checks the file of a database before it is opened. Opening a damaged one may make it worse, and opening one that is
// missing or empty creates a new one: a panel without an account, where whoever connects first can create one.
import { accessSync, closeSync, constants, existsSync, lstatSync, openSync, readSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { errorCode } from "./files/file_errors.ts";
import { messageOf } from "./error_message.ts";

const databaseProblems = [
  "missing",
  "empty",
  "no_file",
  "unreadable",
  "no_database",
  "cut_off",
  "log_missing",
  "damaged",
  "newer_schema",
] as const;
export type DatabaseProblemKind = (typeof databaseProblems)[number];

export interface DatabaseProblem {
  kind: DatabaseProblemKind;
  /** The message of the database itself. */
  detail?: string;
}

/** Up to this size in bytes, every page is checked before each start: about 40 ms at most. */
const QUICK_BYTES = 32 * 1024 * 1024;
/** After a crash of the panel, up to this size in bytes. */
const AFTER_DEATH_BYTES = 512 * 1024 * 1024;

const HEADER_BYTES = 100;
const MAGIC = "SQLite format 3\0";

export interface CheckOptions {
  /** Checks every page, whatever the size. */
  thorough?: boolean;
}

/** Returns the problem of a database that nobody has open; null when there is none. Changes nothing. */
export function findDatabaseProblem(
  path: string,
  { thorough = false }: CheckOptions = {},
): DatabaseProblem | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return { kind: "missing" };
  if (!stats.isFile() && !stats.isSymbolicLink()) return { kind: "no_file" };
  const read = readHeader(path);
  if ("kind" in read) return read;
  const error = headerProblem(read);
  // The write-ahead log may contain the rest of a file that is shorter than it should be.
  const log = lstatSync(`${path}-wal`, { throwIfNoEntry: false });
  if (error && !(error.kind === "cut_off" && (log?.size ?? 0) > 0)) return error;
  // Both files stay after a crash of the panel and are removed when it stops: if only one exists, the other was deleted.
  if (!log && existsSync(`${path}-shm`)) return { kind: "log_missing" };
  const max = log && log.size > 0 ? AFTER_DEATH_BYTES : QUICK_BYTES;
  return thorough || read.size <= max ? pagesProblem(path, (log?.size ?? 0) > 0) : null;
}

interface Header {
  bytes: DataView;
  size: number;
}

function readHeader(path: string): Header | DatabaseProblem {
  let descriptor: number;
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    descriptor = openSync(path, "r");
  } catch (error) {
    return { kind: errorCode(error) === "EISDIR" ? "no_file" : "unreadable", detail: messageOf(error) };
  }
  try {
    const bytes = new Uint8Array(HEADER_BYTES);
    const size = Number(Deno.statSync(path).size);
    const read = readSync(descriptor, bytes, 0, HEADER_BYTES, 0);
    if (read === 0) return { kind: "empty" };
    return read < HEADER_BYTES ? { kind: "no_database" } : { bytes: new DataView(bytes.buffer), size };
  } finally {
    closeSync(descriptor);
  }
}

// https://www.sqlite.org/fileformat2.html#the_database_header
function headerProblem({ bytes, size }: Header): DatabaseProblem | null {
  const magic = new TextDecoder().decode(new Uint8Array(bytes.buffer, 0, MAGIC.length));
  const output = bytes.getUint16(16);
  const page = output === 1 ? 65_536 : output;
  const isDatabase = magic === MAGIC && page >= 512 && (page & (page - 1)) === 0;
  if (!isDatabase) return { kind: "no_database" };
  const isCounted = bytes.getUint32(24) === bytes.getUint32(92);
  return isCounted && size < bytes.getUint32(28) * page ? { kind: "cut_off" } : null;
}

// Uses a read-only connection: closing a writable one would merge the write-ahead log into a damaged file. Without such a
// log, it does not even create files beside the database.
function pagesProblem(path: string, hasLog: boolean): DatabaseProblem | null {
  try {
    using database = openStill(path, hasLog);
    const [first] = database.prepare("pragma quick_check(1)").all();
    const output = String(first?.["quick_check"] ?? "nothing is in it");
    return output === "ok" ? null : { kind: "damaged", detail: output };
  } catch (error) {
    return { kind: "damaged", detail: messageOf(error) };
  }
}

/** Returns the schema age of a database. Call it only for one without problems; changes nothing. */
export function readSchemaAge(path: string, known: readonly string[]): SchemaAge {
  using database = openReadOnly(path);
  return schemaAge(database, known);
}

/** Opens a database without problems so that nothing on the disk changes. */
export function openReadOnly(path: string): DatabaseSync {
  const log = lstatSync(`${path}-wal`, { throwIfNoEntry: false });
  return openStill(path, (log?.size ?? 0) > 0);
}

function openStill(path: string, hasLog: boolean): DatabaseSync {
  const still = pathToFileURL(path);
  still.search = "?immutable=1";
  return new DatabaseSync(hasLog ? path : still, { readOnly: true });
}

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
