// What everything else stands on: the data folder, the database, the bus and the settings.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { Bus } from "../engine/bus.ts";
import type { Database } from "../engine/store.ts";
import { AuditTrail } from "../features/audit/trail.ts";
import { openSettings } from "../features/settings/service.ts";
import { systemTimeZone } from "../features/settings/system_time_zone.ts";
import { migrations } from "../migrations/list.ts";
import type { Tables } from "../migrations/tables.ts";
import { version } from "../platform/build_info.ts";
import type { Config } from "../platform/config.ts";
import { type DataFolder, makePrivate, openDataFolder } from "../platform/data_folder.ts";
import { migrateDatabase, openDatabase } from "../platform/database.ts";
import type { Logger } from "../platform/logger.ts";
import { ProgressBoard } from "../platform/progress_board.ts";
import { Sealer } from "../platform/seal.ts";
import { Ballast } from "../platform/storage/ballast.ts";
import { readDiskSpace } from "../platform/storage/disk_space.ts";
import { allowShrinking } from "../platform/storage/shrink_database.ts";
import { DataFilesWatch } from "../platform/storage/data_files_watch.ts";
import { DiskWatch } from "../platform/storage/disk_watch.ts";
import { WriteState } from "../platform/write_state.ts";
import { settleUpdate, type UpdateNews } from "../features/system/update/settle_update.ts";
import { planRestored, readyData, showOutcome } from "./ready_data.ts";
import { placeOf } from "./update_places.ts";
import type { Foundation, Machine } from "./foundation_shape.ts";

/** Fewer than this would let one slow task hold up the rest, even on a small machine. */
const LEAST_CONCURRENCY = 4;

/** The panel cannot start as it was told to. The message is one sentence that says what to change. */
export class StartRefused extends Error {
  override readonly name = "StartRefused";
}

/** An update was undone: the program that is in its place now has to be started instead of this one. */
export class StartAgain extends Error {
  override readonly name = "StartAgain";
}

/** Opens the foundation. Throws `DataFolderRefused`, `DatabaseRefused`, `StartRefused` or `StartAgain`, with everything closed again. */
export async function layFoundation(config: Config, machine: Machine): Promise<Foundation> {
  if (config.databaseUrl !== null) {
    throw new StartRefused(
      "this version keeps its data in the embedded database only; start it without SUNDIAL_DATABASE_URL",
    );
  }
  const folder = await openDataFolder(config.dataDir);
  const update = await settle(folder, machine);
  const restored = await readyData(folder, machine.clock).catch((fault) => {
    folder.unlock();
    throw fault;
  });
  for (const path of await makePrivate(folder)) {
    machine.logger.warn("other users of this machine can read a folder of the panel", { path });
  }
  const writes = new WriteState(machine.clock);
  const bus = new Bus((fault) => machine.logger.error("a listener failed", { fault }));
  const sayHealth = () => {
    const at = new Date(machine.clock.now()).toISOString();
    bus.publish({ topic: "system", type: "health:changed", id: 0, version: 0, at });
  };
  const disk = new DiskWatch({
    ...machine,
    writes,
    ballast: new Ballast(join(folder.root, "reserve")),
    readSpace: () => readDiskSpace(folder.root),
    onRoom: sayHealth,
  });
  // On a full disk a start needs the room that was set aside.
  await disk.look();
  const dataFiles = new DataFilesWatch({ ...machine, ...folder, writes });
  const db = openDatabase<Tables>(folder.database);
  const close = async ({ keepLog } = { keepLog: false }) => {
    await dataFiles.close();
    if (!keepLog) await db.destroy();
    folder.unlock();
  };
  try {
    await migrateDatabase(db, migrations);
    if (!machine.isTrial) await rewriteOnce(db, folder.root, machine.logger);
    const sealer = new Sealer(folder.root);
    const settings = await openSettings({
      db,
      bus,
      // Where pulls have their jobs: what a panel that died left there is swept.
      secrets: { sealer, keys: join(folder.root, "pulls") },
      clock: machine.clock,
      systemTimeZone: systemTimeZone(process.env["TZ"], Intl.DateTimeFormat().resolvedOptions().timeZone),
      defaultConcurrency: Math.max(availableParallelism(), LEAST_CONCURRENCY),
      // As the page where nothing names another one.
      defaultLanguage: "zh",
    });
    const audit = new AuditTrail({ ...machine, db });
    const board = new ProgressBoard(machine.clock);
    showOutcome(board, restored);
    writes.onChange(sayHealth);
    await planRestored({ ...machine, db, settings, audit });
    return {
      ...machine,
      config,
      folder,
      db,
      bus,
      settings,
      sealer,
      audit,
      board,
      writes,
      disk,
      dataFiles,
      update,
      close,
    };
  } catch (fault) {
    await close();
    throw fault;
  }
}

// What is small enough is done now rather than while people work; what is not waits for its retention.
async function rewriteOnce(db: Database, root: string, logger: Logger): Promise<void> {
  try {
    await allowShrinking(db, { freeBytes: (await readDiskSpace(root))?.freeBytes ?? null });
  } catch (error) {
    logger.warn("the database could not be written anew, which would let it shrink", { error });
  }
}

// Before the database is opened: the one that is there may be the wrong one.
async function settle(folder: DataFolder, { systemLog }: Machine): Promise<UpdateNews> {
  try {
    await systemLog.open(join(folder.root, "system-log"));
    const place = placeOf(folder.root);
    const news = place === null ? { kind: "none" as const } : settleUpdate(place, version);
    if (news.kind === "restart") throw new StartAgain("an update was undone");
    return news;
  } catch (fault) {
    folder.unlock();
    throw fault;
  }
}
