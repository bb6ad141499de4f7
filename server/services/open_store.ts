// The database of the panel: the embedded one, or PostgreSQL. What only one of them needs is decided here.
import { hostname } from "node:os";
import type { Base } from "../engine/base.ts";
import type { Database } from "../engine/store.ts";
import { migrations } from "../migrations/list.ts";
import type { Tables } from "../migrations/tables.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config_shape.ts";
import type { DataFolder } from "../platform/data_folder.ts";
import { DatabaseError, migrateDatabase, openDatabase } from "../platform/database.ts";
import type { HeavyReads } from "../platform/heavy_reads.ts";
import { copyBeforeMigration } from "../platform/storage/schema_copy.ts";
import { WorkerReads } from "../platform/worker_reads.ts";

/** Returns the name of this process among those that share a database: as configured, or made of host and data folder. */
export function nodeNameOf(
  { config, folder }: { config: Pick<Config, "nodeName">; folder: Pick<DataFolder, "installation"> },
): string {
  return config.nodeName ?? `${hostname()}-${folder.installation.slice(0, 4)}`;
}

export interface Store {
  db: Database;
  /** With PostgreSQL, everything goes by the clock of the database, which all machines share. */
  clock: Clock;
  reads: HeavyReads;
  closeReads(): Promise<void>;
  close(): Promise<void>;
}

export interface StoreOptions extends Pick<Base, "clock" | "logger"> {
  config: Pick<Config, "databaseUrl" | "nodeName">;
  folder: DataFolder;
}

/** Opens and migrates the database. Throws `DatabaseError`, with everything closed again. */
export async function openStore({ config, folder, clock, logger }: StoreOptions): Promise<Store> {
  if (config.databaseUrl !== null) {
    return await openShared(config.databaseUrl, {
      ...{ clock, logger, name: nodeNameOf({ config, folder }) },
    });
  }
  copyBeforeMigration(folder.database, { known: Object.keys(migrations), logger });
  const db = openDatabase<Tables>(folder.database);
  await migrateOrClose(db);
  const reads = new WorkerReads({ path: folder.database, clock });
  return { db, clock, reads, closeReads: () => Promise.resolve(reads.close()), close: () => db.destroy() };
}

async function openShared(
  url: string,
  { clock, logger, name }: Pick<StoreOptions, "clock" | "logger"> & { name: string },
): Promise<Store> {
  const { openPostgres } = await import("../platform/postgres/open_postgres.ts");
  const { PostgresReads } = await import("../platform/postgres/postgres_reads.ts");
  const { DatabaseClock } = await import("../cluster/coordination/database_clock.ts");
  const { holdRunningLock } = await import("../platform/postgres/running_lock.ts");
  const onLost = (error: Error) =>
    logger.warn("a connection to the database was lost", { error: error.message });
  const db = await openPostgres<Tables>(url, { onLost });
  const closed: (() => Promise<void>)[] = [() => db.destroy()];
  try {
    const lock = await holdRunningLock(url, name, (ms, action) => clock.after(ms, action));
    if (lock === null) {
      throw new DatabaseError(
        "the data of this database is being moved; wait until sundial migrate has ended",
      );
    }
    closed.unshift(() => lock.release());
    await migrateDatabase(db, migrations);
    const reads = await PostgresReads.open(url);
    const shared = new DatabaseClock(clock, db);
    await shared.measure();
    return { db, clock: shared, reads, closeReads: () => reads.close(), close: () => closeAll(closed) };
  } catch (error) {
    await closeAll(closed);
    throw error;
  }
}

async function closeAll(closed: readonly (() => Promise<void>)[]): Promise<void> {
  for (const close of closed) await close();
}

async function migrateOrClose(db: Database): Promise<void> {
  try {
    await migrateDatabase(db, migrations);
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
