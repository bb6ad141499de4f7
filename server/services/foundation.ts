// The foundation of all services: data folder, database, event bus and settings.
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { Bus } from "../engine/bus.ts";
import { Deciding } from "../engine/deciding.ts";
import type { Database } from "../engine/store.ts";
import { AuditLogWriter } from "../features/audit/audit_log.ts";
import { admitKey } from "../features/secret_key/check_key.ts";
import { openSettings } from "../features/settings/service.ts";
import { systemTimeZone } from "../features/settings/system_time_zone.ts";
import { version } from "../platform/build_info.ts";
import type { Config } from "../platform/config_shape.ts";
import { type DataFolder, makePrivate, openDataFolder } from "../platform/data_folder.ts";
import type { Logger } from "../platform/logger.ts";
import { ProgressBoard } from "../platform/progress_board.ts";
import { isOpenToOthers, KEY_FILE, Sealer } from "../platform/seal.ts";
import { ReservedSpace } from "../platform/storage/reserved_space.ts";
import { readDiskSpace } from "../platform/storage/disk_space.ts";
import { allowShrinking } from "../platform/storage/shrink_database.ts";
import { DataFilesWatch } from "../platform/storage/data_files_watch.ts";
import { DiskWatch } from "../platform/storage/disk_watch.ts";
import { runtimeRules } from "../platform/zones/zone_rules.ts";
import { WriteState } from "../platform/write_state.ts";
import { isoTime } from "../platform/iso_time.ts";
import { settleUpdate, type UpdateStatus } from "../features/system/update/settle_update.ts";
import { openStore } from "./open_store.ts";
import { LoadedCalendars } from "../features/calendars/loaded_calendars.ts";
import { LoadedWindows } from "../features/windows/loaded_windows.ts";
import { planRestored, prepareData, showOutcome } from "./prepare_data.ts";
import { updatePathsIn } from "../features/system/update/update_journal.ts";
import type { Foundation, Machine } from "./foundation_shape.ts";

/** With fewer, one slow task would delay all others, even on a small machine. */
const MIN_CONCURRENCY = 4;

/** The panel cannot start as configured. The message is one sentence that says what to change. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** An update was undone: the program file that is now installed must be started instead of this one. */
export class RestartRequired extends Error {
  override readonly name = "RestartRequired";
}

/**
 * Opens the foundation. Throws `DataFolderError`, `DatabaseError`, `StartError` or `RestartRequired`, with everything closed again.
 */
export async function openFoundation(config: Config, machine: Machine): Promise<Foundation> {
  const { logger } = machine;
  const folder = await openDataFolder(config.dataDir);
  const update = await settle(folder, machine);
  const { databaseUrl } = config;
  const { keyFile: configuredKey, isNew } = config;
  const started = { clock: machine.clock, databaseUrl, keyFile: configuredKey, isNew };
  const restored = await prepareData(folder, started).catch((error) => {
    folder.unlock();
    throw error;
  });
  for (const path of await makePrivate(folder)) {
    logger.warn("other users of this machine can access a folder of the panel", { path });
  }
  const own = { clock: machine.clock, logger };
  const writes = new WriteState(machine.clock);
  const bus = new Bus((error) => logger.error("an event listener failed", { error }));
  const reportHealth = () => {
    const at = isoTime(machine.clock.now());
    bus.publish({ topic: "system", type: "health:changed", id: 0, version: 0, at });
  };
  const disk = new DiskWatch({
    ...own,
    writes,
    reservedSpace: new ReservedSpace(join(folder.root, "reserve")),
    readSpace: () => readDiskSpace(folder.root),
    onRoom: reportHealth,
  });
  // On a full disk, a start needs the reserved space.
  await disk.check();
  const dataFiles = new DataFilesWatch({
    ...own,
    writes,
    root: folder.root,
    database: databaseUrl === null ? folder.database : null,
  });
  const store = await openStore({ config, folder, ...own }).catch((error) => {
    folder.unlock();
    throw error;
  });
  const { db, clock, reads, closeReads } = store;
  const close = async ({ keepLog } = { keepLog: false }) => {
    dataFiles.close();
    await closeReads();
    if (!keepLog || databaseUrl !== null) await store.close();
    folder.unlock();
  };
  try {
    if (!machine.isTrial && databaseUrl === null) {
      await rewriteOnce(db, folder.root, logger);
      await forgetNodes(db);
    }
    const keyFile = config.keyFile === null ? join(folder.root, KEY_FILE) : resolve(config.keyFile);
    const sealer = new Sealer(folder.root, keyFile);
    await admitKey(db, sealer);
    if (isOpenToOthers(keyFile)) {
      logger.warn("other users of this machine can read the key file", { path: keyFile });
    }
    const settings = await openSettings({
      db,
      bus,
      // The folder of pull jobs: leftovers of a crashed panel are removed.
      secrets: { sealer, keys: join(folder.root, "pulls") },
      clock,
      logger,
      systemTimeZone: systemTimeZone(
        config.timeZone ?? undefined,
        Intl.DateTimeFormat().resolvedOptions().timeZone,
      ),
      defaultConcurrency: Math.max(availableParallelism(), MIN_CONCURRENCY),
      // Same as the page's default.
      defaultLanguage: "zh",
    });
    const audit = new AuditLogWriter({ db, clock, logger });
    const board = new ProgressBoard(clock);
    showOutcome(board, restored);
    writes.onChange(reportHealth);
    const calendars = new LoadedCalendars({
      ...{ db, bus, logger },
      language: () => settings.current().language,
    });
    await calendars.open();
    const findCalendar = (id: number) => calendars.get(id);
    const windows = await LoadedWindows.open({
      ...{ db, bus, logger },
      zone: () => settings.current().effectiveTimeZone,
    });
    await planRestored({ db, clock, logger, settings, audit, sealer, findCalendar });
    return {
      ...machine,
      calendars,
      findCalendar,
      windows,
      zoneRules: machine.zoneRules ?? runtimeRules,
      clock,
      zone: () => settings.current().effectiveTimeZone,
      language: () => settings.current().language,
      config,
      folder,
      db,
      reads,
      bus,
      deciding: new Deciding(config.databaseUrl === null),
      settings,
      sealer,
      keyFile,
      audit,
      board,
      writes,
      disk,
      dataFiles,
      update,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

// Nodes of the time before the data was moved to this machine: tasks would wait for them.
async function forgetNodes(db: Database): Promise<void> {
  await db.deleteFrom("node_dependency").execute();
  await db.deleteFrom("node").execute();
}

// A small database is rewritten now, before users work with it; a large one waits for its retention job.
async function rewriteOnce(db: Database, root: string, logger: Logger): Promise<void> {
  try {
    await allowShrinking(db, { freeBytes: readDiskSpace(root)?.freeBytes ?? null });
  } catch (error) {
    logger.warn("failed to rewrite the database so that it can shrink", { error });
  }
}

// Before the database is opened: the installed program may be the wrong version for it.
async function settle(folder: DataFolder, { systemLog }: Machine): Promise<UpdateStatus> {
  try {
    await systemLog.open(join(folder.root, "system-log"));
    const updatePaths = updatePathsIn(folder.root);
    const news = updatePaths === null ? { kind: "none" as const } : settleUpdate(updatePaths, version);
    if (news.kind === "restart") throw new RestartRequired("an update was undone");
    return news;
  } catch (error) {
    folder.unlock();
    throw error;
  }
}
