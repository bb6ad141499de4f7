// What everything else stands on: the data folder, the database, the bus and the settings.
import { availableParallelism } from "node:os";
import process from "node:process";
import { Bus } from "../engine/bus.ts";
import type { Database } from "../engine/store.ts";
import { AuditTrail } from "../features/audit/trail.ts";
import { openSettings, type SettingsService } from "../features/settings/service.ts";
import { systemTimeZone } from "../features/settings/system_time_zone.ts";
import { migrations } from "../migrations/list.ts";
import type { Tables } from "../migrations/tables.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import { type DataFolder, openDataFolder } from "../platform/data_folder.ts";
import { migrateDatabase, openDatabase } from "../platform/database.ts";
import type { Logger } from "../platform/logger.ts";
import { Sealer } from "../platform/seal.ts";

/** Fewer than this would let one slow task hold up the rest, even on a small machine. */
const LEAST_CONCURRENCY = 4;

/** The panel cannot start as it was told to. The message is one sentence that says what to change. */
export class StartRefused extends Error {
  override readonly name = "StartRefused";
}

export interface Machine {
  clock: Clock;
  logger: Logger;
  /** Ends the panel in order and starts it again as the same process; null where that cannot be. */
  restart: (() => void) | null;
}

export interface Foundation extends Machine {
  config: Config;
  folder: DataFolder;
  db: Database;
  bus: Bus;
  settings: SettingsService;
  sealer: Sealer;
  audit: AuditTrail;
  close(): Promise<void>;
}

/** Opens the foundation. Throws `DataFolderRefused`, `DatabaseRefused` or `StartRefused`, with everything closed again. */
export async function layFoundation(config: Config, machine: Machine): Promise<Foundation> {
  if (config.databaseUrl !== null) {
    throw new StartRefused(
      "this version keeps its data in the embedded database only; start it without SUNDIAL_DATABASE_URL",
    );
  }
  const folder = await openDataFolder(config.dataDir);
  const db = openDatabase<Tables>(folder.database);
  const close = async () => {
    await db.destroy();
    folder.unlock();
  };
  try {
    await migrateDatabase(db, migrations);
    const bus = new Bus((fault) => machine.logger.error("a listener failed", { fault }));
    const settings = await openSettings({
      db,
      bus,
      clock: machine.clock,
      systemTimeZone: systemTimeZone(process.env["TZ"], Intl.DateTimeFormat().resolvedOptions().timeZone),
      defaultConcurrency: Math.max(availableParallelism(), LEAST_CONCURRENCY),
    });
    const audit = new AuditTrail({ db, clock: machine.clock });
    const sealer = new Sealer(folder.root);
    return { ...machine, config, folder, db, bus, settings, sealer, audit, close };
  } catch (fault) {
    await close();
    throw fault;
  }
}
