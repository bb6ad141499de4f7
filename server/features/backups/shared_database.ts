// Backups and restores of a panel whose database is PostgreSQL. An archive always contains an SQLite database, so that it can be
// restored to either: what leaves is exported to a file, and what arrives is imported from one.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileAreas } from "../../contract/files.ts";
import { claimTrees } from "../../cluster/files/claim_trees.ts";
import type { Database } from "../../engine/store.ts";
import { migrations } from "../../migrations/list.ts";
import type { Tables } from "../../migrations/tables.ts";
import { DatabaseError, migrateDatabase, openDatabase } from "../../platform/database.ts";
import { systemClock } from "../../platform/clock.ts";
import type { Disk } from "../../platform/disk.ts";
import { KEY_FILE } from "../../platform/seal.ts";
import { copyTables } from "../database_move/copy_tables.ts";
import { runDatabaseJob } from "./database_jobs.ts";
import type { DatabaseDetails } from "./database_worker.ts";
import { DATABASE_COMPANIONS, DATABASE_FILE } from "./parts.ts";
import { abandonRestore } from "./apply_restore.ts";
import { readJournal, type RestoreJournal } from "./restore_journal.ts";

/** Where an embedded database waits that was in use before the panel moved to PostgreSQL. */
const EMBEDDED_BEFORE = "embedded-before-restore";

/** Writes a copy without login data to a file. Throws database errors and the signal's reason. */
export async function exportDatabase(
  db: Database,
  { to, signal }: { to: string; signal?: AbortSignal | undefined },
): Promise<DatabaseDetails> {
  const whole = `${to}.whole`;
  try {
    await exportWhole(db, whole);
    return await runDatabaseJob({ kind: "copy", from: whole, to }, signal);
  } finally {
    for (const path of [whole, `${whole}-wal`, `${whole}-shm`]) await Deno.remove(path).catch(() => {});
  }
}

async function exportWhole(db: Database, path: string): Promise<void> {
  const file: Database = openDatabase<Tables>(path);
  try {
    await migrateDatabase(file, migrations);
    await copyTables({ from: db, to: file });
  } finally {
    await file.destroy();
  }
}

async function importWhole(db: Database, path: string): Promise<void> {
  const file: Database = openDatabase<Tables>(path);
  try {
    await migrateDatabase(file, migrations);
    await copyTables({ from: file, to: db });
  } finally {
    await file.destroy();
  }
}

const IN_USE = "another panel or worker is using the database";

export interface SharedRestoreOptions {
  /** The data folder. */
  root: string;
  disk: Disk;
  /** File of the key; null for the one in the data folder. */
  keyFile: string | null;
  /**
   * Keeps other panels and workers away from the database; null while one uses it. Unset where the caller does.
   */
  lock?(): Promise<{ release(): Promise<void> } | null>;
  /** Opens the migrated database; the caller of this function does not have it open. */
  open(): Promise<Database>;
  /** Continues the restore in the data folder, as for an embedded database. */
  finish(): Promise<void>;
}

/**
 * Continues a restore at a start: exports the current database to the place of an embedded one, lets the files be exchanged there,
 * and imports what lies there afterwards. Repeating it changes nothing. While others use the database, gives up the restore, or throws
 * `DatabaseError` when it has begun.
 */
export async function finishSharedRestore(options: SharedRestoreOptions): Promise<void> {
  const { root, finish } = options;
  const journal = await readJournal(root);
  if (journal === null || !journal.parts.includes("database")) return await finish();
  const lock = await options.lock?.();
  if (lock === null) {
    if (await abandonRestore(root, options.disk, IN_USE)) return;
    throw new DatabaseError(`a restore must be finished, but ${IN_USE}; stop it first`);
  }
  try {
    await exchange(options, journal);
  } finally {
    await lock?.release();
  }
}

async function exchange(options: SharedRestoreOptions, journal: RestoreJournal): Promise<void> {
  const { root, finish } = options;
  const db = await options.open();
  try {
    if (journal.phase === "committed") await layOut(options, db);
    await finish();
    if (existsSync(join(root, DATABASE_FILE))) await takeIn(options, db, journal);
    if (await readJournal(root) === null) await removeSharedCopy(options);
  } finally {
    await db.destroy();
  }
}

/** Removes the copy that a restore left in the data folder, once the panel has started with it. */
export async function removeSharedCopy(
  { root, disk, keyFile }: Pick<SharedRestoreOptions, "root" | "disk" | "keyFile">,
): Promise<void> {
  const names = [DATABASE_FILE, ...DATABASE_COMPANIONS, ...keyFile === null ? [] : [KEY_FILE]];
  for (const name of names) await disk.remove(join(root, name));
  for (const name of names) await moveBack(root, disk, name);
  await disk.remove(join(root, EMBEDDED_BEFORE));
}

async function layOut({ root, disk, keyFile }: SharedRestoreOptions, db: Database): Promise<void> {
  const draft = join(root, `${DATABASE_FILE}.export`);
  await disk.remove(draft);
  await exportWhole(db, draft);
  await disk.makeFolder(join(root, EMBEDDED_BEFORE));
  for (const name of [DATABASE_FILE, ...DATABASE_COMPANIONS, ...keyFile === null ? [] : [KEY_FILE]]) {
    const [present, stored] = [join(root, name), join(root, EMBEDDED_BEFORE, name)];
    // What lies there after a crash is an earlier export.
    if (existsSync(present) && !existsSync(stored)) await disk.rename(present, stored);
    else await disk.remove(present);
  }
  await disk.rename(draft, join(root, DATABASE_FILE));
  if (keyFile !== null && existsSync(keyFile)) await copyKey(keyFile, join(root, KEY_FILE), disk);
  await disk.syncFolder(root);
}

async function takeIn(
  { root, disk, keyFile }: SharedRestoreOptions,
  db: Database,
  { parts }: RestoreJournal,
): Promise<void> {
  await importWhole(db, join(root, DATABASE_FILE));
  await claimTrees({ db, clock: systemClock, root }, fileAreas.filter((area) => parts.includes(area)));
  const key = join(root, KEY_FILE);
  if (keyFile !== null && existsSync(key)) await copyKey(key, keyFile, disk);
}

async function copyKey(from: string, to: string, disk: Disk): Promise<void> {
  const draft = `${to}.new`;
  await disk.remove(draft);
  await Deno.writeFile(draft, await Deno.readFile(from), { mode: 0o600, createNew: true });
  await disk.rename(draft, to);
}

async function moveBack(root: string, disk: Disk, name: string): Promise<void> {
  const stored = join(root, EMBEDDED_BEFORE, name);
  if (existsSync(stored)) await disk.rename(stored, join(root, name));
}
