// Moves the data of a panel between the embedded database and PostgreSQL while no panel runs on either.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Database } from "../engine/store.ts";
import { DATABASE_FILE } from "../features/backups/parts.ts";
import { bringFiles, type BroughtFiles, findLeft, type Left } from "../features/database_move/bring_files.ts";
import { type CopiedTable, copyTables } from "../features/database_move/copy_tables.ts";
import { requireKey } from "../features/secret_key/check_key.ts";
import { migrations } from "../migrations/list.ts";
import type { Tables } from "../migrations/tables.ts";
import { readConfig } from "../platform/config.ts";
import type { Config } from "../platform/config_shape.ts";
import { type DataFolder, openDataFolder } from "../platform/data_folder.ts";
import { findDatabaseProblem } from "../platform/database_check.ts";
import { migrateDatabase, openDatabase } from "../platform/database.ts";
import { realDisk } from "../platform/disk.ts";
import type { Logger } from "../platform/logger.ts";
import { openPostgres } from "../platform/postgres/open_postgres.ts";
import { addressWithoutPassword } from "../platform/postgres/postgres_address.ts";
import { lockAgainstRunning } from "../platform/postgres/running_lock.ts";
import { KEY_FILE, readKeyName, Sealer } from "../platform/seal.ts";
import { backupMessages } from "./backup_messages.ts";
import type { Call } from "./command.ts";
import { complain, orUsageError, reasonIn, report, UsageError } from "./command_result.ts";
import { type MigrateMessages, migrateMessages } from "./migrate_messages.ts";
import { oneLine } from "./clean_output.ts";
import { note, padEnd } from "./terminal.ts";

/** The data cannot be moved; the message says why in the language of the console. */
class MigrateError extends Error {
  override readonly name = "MigrateError";
}

interface Move {
  folder: DataFolder;
  /** Address of the PostgreSQL database, which is the source or the target. */
  url: string;
  keyFile: string | null;
  text: MigrateMessages;
  toPostgres: boolean;
  /** Whether to go on without what cannot be brought. */
  leavesBehind: boolean;
  rejectedFile(kind: string): string;
}

interface Moved {
  tables: CopiedTable[];
  /** Null where the files stay in the data folder. */
  files: BroughtFiles | null;
}

/** Moves all data to another database. Returns the exit code: 0 moved, 1 not moved. Throws `UsageError`. */
export async function migrate(call: Call): Promise<number> {
  const text = migrateMessages[call.language];
  const dataDir = call.text("data-dir");
  const config = orUsageError(() =>
    readConfig(new Map(dataDir === undefined ? [] : [["--data-dir", dataDir]]), Deno.env.toObject())
  );
  const { url, toPostgres } = readTarget(call.text("to"), config, text);
  let folder: DataFolder | null = null;
  try {
    const root = resolve(config.dataDir);
    if (toPostgres && !existsSync(join(root, DATABASE_FILE))) {
      throw new MigrateError(text.nothingToMove(root));
    }
    folder = await openDataFolder(root);
    const keyFile = config.keyFile === null ? null : resolve(config.keyFile);
    const errors = backupMessages[call.language].errors;
    const rejectedFile = (kind: string) => errors[kind as keyof typeof errors];
    const leavesBehind = call.has("leave-behind");
    const { tables, files } = await move({
      ...{ folder, url, keyFile, text, toPostgres, leavesBehind, rejectedFile },
    });
    const to = toPostgres ? addressWithoutPassword(url) : folder.database;
    await report(
      call.has("json"),
      { to, tables: tables.map(toResult), ...(files && { files }) },
      linesOf({ tables, files }, { to, folder: folder.root, text }),
    );
    return 0;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return complain(text.failed(reasonIn(error, call.language)), 1);
  } finally {
    folder?.unlock();
  }
}

function readTarget(to: string | undefined, config: Config, text: MigrateMessages) {
  if (to === "sqlite") {
    if (config.databaseUrl === null) throw new UsageError(text.noSource);
    return { url: config.databaseUrl, toPostgres: false };
  }
  if (to === undefined) throw new UsageError(text.noTarget);
  const { databaseUrl } = orUsageError(() => readConfig(new Map([["--database-url", to]]), {}));
  if (databaseUrl === null) throw new UsageError(text.noTarget);
  return { url: databaseUrl, toPostgres: true };
}

async function move(options: Move): Promise<Moved> {
  const { url, toPostgres, text } = options;
  const lock = await lockAgainstRunning(url);
  if (lock === null) throw new MigrateError(text.sourceRuns(addressWithoutPassword(url)));
  try {
    const postgres = await openPostgres<Tables>(url);
    try {
      await migrateDatabase(postgres, migrations);
      if (!toPostgres) return await moveOut(postgres, options);
      return { tables: await moveIn(postgres, options), files: null };
    } finally {
      await postgres.destroy();
    }
  } finally {
    await lock.release();
  }
}

// The source is copied first: bringing its schema up to date must not change it.
async function moveIn(postgres: Database, { folder, url, keyFile, text, rejectedFile }: Move) {
  const problem = findDatabaseProblem(folder.database, { thorough: true });
  if (problem) throw new MigrateError(`${folder.database} ${rejectedFile(problem.kind)}`);
  await refuseUsed(postgres, addressWithoutPassword(url), text);
  const key = join(folder.root, KEY_FILE);
  if (keyFile !== null) refuseOtherKey(keyFile, key, text);
  const draft = join(folder.root, `${DATABASE_FILE}.move`);
  try {
    await copyFile(folder.database, draft);
    const file = await openMigrated(draft);
    try {
      await requireKey(file, new Sealer(folder.root, keyFile !== null && !existsSync(key) ? keyFile : key));
      const tables = await copyTables({ from: file, to: postgres });
      if (keyFile !== null && existsSync(key) && !existsSync(keyFile)) await copyKey(key, keyFile);
      // A panel without secrets has no key yet; without one, no machine would start with a database in use.
      else if (keyFile !== null) new Sealer(folder.root, keyFile).ensureKey();
      return tables;
    } finally {
      await file.destroy();
    }
  } finally {
    await removeFile(draft);
  }
}

async function moveOut(
  postgres: Database,
  { folder, keyFile, text, leavesBehind }: Move,
): Promise<Moved> {
  if (existsSync(folder.database)) {
    const present = openDatabase<Tables>(folder.database);
    try {
      await migrateDatabase(present, migrations);
      await refuseUsed(present, folder.database, text);
    } finally {
      await present.destroy();
    }
  }
  const key = join(folder.root, KEY_FILE);
  if (keyFile !== null) {
    await requireKey(postgres, new Sealer(folder.root, keyFile));
    refuseOtherKey(keyFile, key, text);
  }
  const bringing = { from: postgres, folder, logger: loggerFor(text) };
  reportLeft(await findLeft(bringing), { leavesBehind, text });
  const draft = join(folder.root, `${DATABASE_FILE}.move`);
  try {
    await removeFile(draft);
    const file = await openMigrated(draft);
    const tables = await copyTables({ from: postgres, to: file }).finally(() => file.destroy());
    const files = await bringFiles(bringing);
    if (keyFile !== null && !existsSync(key)) await copyKey(keyFile, key);
    await removeFile(folder.database);
    await realDisk.rename(draft, folder.database);
    await realDisk.syncFolder(folder.root);
    return { tables, files };
  } finally {
    await removeFile(draft);
  }
}

/** At most this many names of a kind are listed. */
const MAX_LISTED = 20;

// Before anything is done. Logs may be missing because they were deleted, and pulls can be repeated; versions and
// the trash would be lost.
function reportLeft(left: Left, { leavesBehind, text }: Pick<Move, "leavesBehind" | "text">): void {
  for (const kind of ["versions", "trash", "logs", "pictures", "pulls"] as const) {
    const names = left[kind];
    if (names.length === 0) continue;
    note(text.left[kind](names.length));
    for (const name of names.slice(0, MAX_LISTED)) note(`  ${oneLine(name)}`);
    if (names.length > MAX_LISTED) note(`  …`);
  }
  if (!leavesBehind && left.versions.length + left.trash.length > 0) throw new MigrateError(text.leftBehind);
}

function loggerFor(text: MigrateMessages): Logger {
  const warn = (_message: string, details?: Record<string, unknown>) =>
    void note(text.notBrought(String(details?.["run"] ?? "")));
  return { debug() {}, info() {}, warn, error: warn };
}

async function openMigrated(path: string): Promise<Database> {
  const file: Database = openDatabase<Tables>(path);
  try {
    await migrateDatabase(file, migrations);
    return file;
  } catch (error) {
    await file.destroy();
    throw error;
  }
}

// Of the files as they are: without a panel, the write-ahead log is only left by one that was killed.
async function copyFile(from: string, to: string): Promise<void> {
  await removeFile(to);
  await Deno.copyFile(from, to);
  if (existsSync(`${from}-wal`)) await Deno.copyFile(`${from}-wal`, `${to}-wal`);
}

async function removeFile(path: string): Promise<void> {
  for (const one of [path, `${path}-wal`, `${path}-shm`]) await realDisk.remove(one);
}

async function copyKey(from: string, to: string): Promise<void> {
  await Deno.writeFile(to, await Deno.readFile(from), { mode: 0o600, createNew: true });
}

async function refuseUsed(db: Database, address: string, text: MigrateMessages): Promise<void> {
  for (const table of ["account", "task"] as const) {
    const row = await db.selectFrom(table).select("id").limit(1).executeTakeFirst();
    if (row !== undefined) throw new MigrateError(text.notEmpty(address));
  }
}

function refuseOtherKey(keyFile: string, dataKey: string, text: MigrateMessages): void {
  const [shared, own] = [readKeyName(keyFile), readKeyName(dataKey)];
  if (shared !== null && own !== null && shared !== own) {
    throw new MigrateError(text.otherKey(keyFile, dataKey));
  }
}

function toResult({ table, source, target }: CopiedTable) {
  return { table, source, target, same: source.hash === target.hash && source.rows === target.rows };
}

function linesOf(
  { tables, files }: Moved,
  { to, folder, text }: { to: string; folder: string; text: MigrateMessages },
): string[] {
  const cells = tables.map(({ table, source, target }) => [
    table,
    String(source.rows),
    String(target.rows),
    `${source.hash.slice(0, 12)} ${text.same}`,
  ]);
  const rows = [[...text.columns], ...cells];
  const line = ([table = "", source = "", target = "", hash = ""]: string[]) =>
    padEnd(table, 22) + padEnd(source, 10) + padEnd(target, 10) + hash;
  const total = tables.reduce((sum, { source }) => sum + source.rows, 0);
  return [
    ...rows.map(line),
    "",
    text.moved(total, tables.length, to),
    ...(files === null ? [text.nextPostgres] : [text.brought(files, folder), text.nextSqlite]),
  ];
}
