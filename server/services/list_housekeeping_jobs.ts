import { trimAuditLog } from "../features/audit/trim_audit_log.ts";
import type { Calendars } from "../features/calendars/service.ts";
import type { Windows } from "../features/windows/service.ts";
import type { FilesParts } from "../features/files/files_parts.ts";
import { keepFiles } from "../features/files/upkeep.ts";
import { endFlows } from "../features/tasks/flow/end_flow.ts";
import { removeOldHistory } from "../features/tasks/history/remove_old_history.ts";
import { OutputFolders } from "../features/tasks/outputs/output_folders.ts";
import { removeOutputs } from "../features/tasks/outputs/remove_outputs.ts";
import type { TaskTrash } from "../features/tasks/trash.ts";
import type { Imports } from "../features/imports/service.ts";
import {
  removeFlowRuns,
  removeOldRuns,
  removeOldRunsOfTasks,
  removeSurplusRuns,
} from "../features/runs/retention.ts";
import { computeUsualDurations, removeUnusedDurations } from "../features/runs/usual_durations.ts";
import type { Engine } from "../engine/engine.ts";
import { engineOf } from "../platform/database_engine.ts";
import { isLow, readDiskSpace } from "../platform/storage/disk_space.ts";
import { removeOldCopy } from "../platform/storage/schema_copy.ts";
import { allowShrinking, shrinkDatabase } from "../platform/storage/shrink_database.ts";
import type { Access } from "./build_access.ts";
import type { BackupParts } from "./build_backups.ts";
import type { Notifications } from "./build_notifications.ts";
import { removeOldDeliveries } from "./build_webhooks.ts";
import { checkDaily, type SystemParts } from "./build_system.ts";
import type { Foundation } from "./foundation_shape.ts";
import type { SharedNode, SharedStores } from "./shared_node.ts";
import { sleep } from "../platform/clock.ts";
import { isoTime } from "../platform/iso_time.ts";

const DAY_MS = 86_400_000;

export interface HousekeepingJob {
  /** Letters, digits, dashes: names of `Deno.cron` are ASCII. */
  name: string;
  schedule: string;
  run(): Promise<unknown>;
}

/** Returns the panel's housekeeping jobs. Of several panels, only the one that decides does those on shared data. */
export function listHousekeepingJobs(
  foundation: Foundation,
  {
    sessions,
    tokens,
    log,
    files,
    trash,
    system,
    notifications,
    imports,
    calendars,
    windows,
    shared,
    stores,
    engine,
    backups: { backups, watch },
  }:
    & Pick<Access, "sessions" | "tokens" | "log">
    & {
      files: FilesParts;
      trash: TaskTrash;
      system: SystemParts;
      notifications: Notifications;
      backups: BackupParts;
      imports: Imports;
      calendars: Calendars;
      windows: Windows;
      engine: Engine;
      shared: SharedNode | undefined;
      stores: SharedStores | undefined;
    },
): HousekeepingJob[] {
  const { db, clock, audit, deciding } = foundation;
  const pause = () => sleep(clock, 0);
  const everywhere: HousekeepingJob[] = [
    {
      name: "kept-files",
      schedule: "37 3 * * *",
      run: () => keepFiles({ db, clock, parts: files, pause, ownFilesOnly: !deciding.isActive }),
    },
    { name: "zone-rules", schedule: "11 * * * *", run: () => followZoneRules(foundation, engine) },
    {
      name: "run-outputs",
      schedule: "29 * * * *",
      run: () => removeOutputs({ db, folders: new OutputFolders(foundation.folder.outputs) }),
    },
    { name: "expired-imports", schedule: "41 * * * *", run: () => imports.prune() },
    ...shared ? [{ name: "stray-logs", schedule: "53 * * * *", run: () => shared.removeStray() }] : [],
  ];
  const once: HousekeepingJob[] = [
    { name: "log-retention", schedule: "17 * * * *", run: () => removeLogs(foundation, pause) },
    { name: "task-trash", schedule: "23 * * * *", run: () => purgeTasks(foundation, trash) },
    { name: "calendars", schedule: "51 * * * *", run: () => calendars.renewDue() },
    { name: "window-files", schedule: "52 * * * *", run: () => windows.renewDue() },
    { name: "usual-durations", schedule: "19 * * * *", run: () => computeDurations(foundation, pause) },
    { name: "webhook-deliveries", schedule: "29 * * * *", run: () => removeOldDeliveries(foundation) },
    { name: "task-history", schedule: "57 3 * * *", run: () => removeTaskHistory(foundation, pause) },
    ...stores ? [{ name: "shared-contents", schedule: "13 4 * * *", run: () => stores.removeUnused() }] : [],
    { name: "update-check", schedule: dailyTime(foundation), run: () => checkDaily(foundation, system) },
    { name: "expired-sessions", schedule: "*/10 * * * *", run: () => sessions.endExpired() },
    { name: "audit-limit", schedule: "47 4 * * *", run: () => trimAuditLog({ db, auditLog: audit }) },
    { name: "login-log", schedule: "47 3 * * *", run: () => log.removeOld() },
    { name: "automatic-backup", schedule: "* * * * *", run: () => backups.makeAutomatic() },
    { name: "disk-room", schedule: "*/5 * * * *", run: () => notifications.checkDisk() },
    { name: "old-deliveries", schedule: "7 * * * *", run: () => notifications.deliveries.removeOld() },
    { name: "expired-tokens", schedule: "* * * * *", run: () => tokens.endExpired() },
    // PostgreSQL takes care of its own files.
    ...engineOf(db) === "postgres" ? [] : [
      { name: "database-size", schedule: "31 * * * *", run: () => giveRoomBack(foundation, pause) },
      {
        name: "database-copy",
        schedule: "43 4 * * *",
        run: () => Promise.resolve(removeOldCopy(foundation.folder.database, clock.now())),
      },
      { name: "database-check", schedule: "27 4 * * *", run: () => watch.check() },
    ],
  ];
  return [
    ...everywhere,
    ...once.map(({ run, ...job }) => ({
      ...job,
      run: async () => {
        if (deciding.isActive) await run();
      },
    })),
  ];
}

// Where the panel runs for months, the machine's package manager renews the zone files meanwhile.
async function followZoneRules(
  { zoneRules, logger, bus, clock, deciding }: Foundation,
  engine: Engine,
): Promise<void> {
  if (!zoneRules.refresh()) return;
  logger.info("other rules of time zones are used now", { release: zoneRules.release });
  if (deciding.isActive) await engine.zoneRulesChanged();
  const at = isoTime(clock.now());
  bus.publish({ topic: "system", type: "system:changed", id: 0, version: 0, at });
}

async function purgeTasks({ folder }: Foundation, trash: TaskTrash): Promise<void> {
  const space = readDiskSpace(folder.root);
  await trash.purge({ isDiskLow: space !== null && isLow(space, false) });
}

async function computeDurations(
  { db, clock, reads }: Foundation,
  pause: () => Promise<void>,
): Promise<void> {
  await removeUnusedDurations(db);
  await computeUsualDurations({ db, reads, now: clock.now() }, { pause });
}

async function removeTaskHistory({ db, clock }: Foundation, pause: () => Promise<void>): Promise<void> {
  await removeOldHistory({ db, now: clock.now(), pause });
}

async function giveRoomBack({ db, folder, logger }: Foundation, pause: () => Promise<void>): Promise<void> {
  const space = readDiskSpace(folder.root);
  if (!await allowShrinking(db, { freeBytes: space?.freeBytes ?? null })) return;
  const bytes = await shrinkDatabase(db, pause);
  if (bytes > 0) logger.info("the database released unused disk space", { bytes });
}

// A different minute for each panel, so that the release server is not queried by all panels at once.
function dailyTime({ folder }: Foundation): string {
  const number = [...folder.installation].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 1440, 0);
  return `${number % 60} ${Math.floor(number / 60)} * * *`;
}

async function removeLogs(
  { db, bus, clock, folder, logger, settings }: Foundation,
  pause: () => Promise<void>,
): Promise<void> {
  const stored = { db, logger, logs: folder.logs, pause };
  const { logRetentionDays, logKeepRuns } = settings.current();
  // On a full disk, it cannot be written, but logs can be removed.
  await endFlows(db, clock.now(), pause).catch((error) =>
    logger.warn("failed to end flow runs in which nothing goes on", { error })
  );
  const old = logRetentionDays === null
    ? 0
    : await removeOldRuns({ ...stored, before: clock.now() - logRetentionDays * DAY_MS });
  const ofTasks = await removeOldRunsOfTasks({ ...stored, now: clock.now() });
  const surplus = await removeSurplusRuns({ ...stored, keepRuns: logKeepRuns });
  if (old + ofTasks + surplus === 0) return;
  await removeFlowRuns(db);
  const at = isoTime(clock.now());
  bus.publish({ topic: "logs", type: "log:removed", id: 0, version: 0, at });
}
