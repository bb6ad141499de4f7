// What a restore needs from a start: before the database is opened, one that was begun is finished and a damaged database
// is left untouched; afterwards all schedules are replanned, and once the panel responds, the restore is complete.
import { join, resolve } from "node:path";
import { sql } from "kysely";
import { AppError } from "../contract/app_error.ts";
import { replan } from "../engine/replan.ts";
import { subscriptionPlans } from "../features/subscriptions/plan_source.ts";
import { planTasks } from "../features/tasks/plan_source.ts";
import { confirmRestore, finishRestore, isRestoreStarting } from "../features/backups/apply_restore.ts";
import { RESTORED_SETTING } from "../features/backups/ready_database.ts";
import { readJournal, type RestoreOutcome, takeOutcome } from "../features/backups/restore_journal.ts";
import { listLostSecrets } from "../features/secret_key/lost_secrets.ts";
import { lastGoodBackup, setDatabaseAside, wasUsed } from "../features/backups/used_data.ts";
import { type Clock, sleep, systemClock } from "../platform/clock.ts";
import type { DataFolder } from "../platform/data_folder.ts";
import type { Config } from "../platform/config_shape.ts";
import type { Database } from "../engine/store.ts";
import type { Tables } from "../migrations/tables.ts";
import { DatabaseDamagedError, DatabaseError, migrateDatabase } from "../platform/database.ts";
import { type DatabaseProblem, findDatabaseProblem, readSchemaAge } from "../platform/database_check.ts";
import { KEY_FILE } from "../platform/seal.ts";
import { realDisk } from "../platform/disk.ts";
import type { ProgressBoard, ProgressLine } from "../platform/progress_board.ts";
import type { Foundation } from "./foundation_shape.ts";
import { storedJson } from "../platform/stored_json.ts";
import { migrations } from "../migrations/list.ts";

const LOCK_ATTEMPTS = 10;
const LOCK_DELAY_MS = 500;

/**
 * Returns the outcome of the restore that this start has finished; null when there was none. Throws
 * `DatabaseDamagedError`.
 */
export async function prepareData(
  folder: DataFolder,
  { clock, databaseUrl, keyFile, isNew }:
    & { clock: Clock }
    & Pick<Config, "databaseUrl" | "keyFile" | "isNew">,
): Promise<RestoreOutcome | null> {
  const { root } = folder;
  const finish = () => finishRestore({ root, disk: realDisk, now: clock.now(), needsConfirmation: true });
  if (databaseUrl !== null) {
    const { finishSharedRestore } = await import("../features/backups/shared_database.ts");
    const open = () => openSharedDatabase(databaseUrl);
    const lock = () => lockForRestore(databaseUrl);
    if (!isNew && await readJournal(root) === null && wasUsed(root)) {
      await refuseEmptyShared(databaseUrl, root);
    }
    await finishSharedRestore({
      ...{ root, disk: realDisk, keyFile: keyElsewhere(root, keyFile), lock, open, finish },
    });
    return await takeOutcome(root);
  }
  await finish();
  const error = findDatabaseProblem(folder.database) ?? schemaProblem(folder.database);
  const isEmpty = error !== null && ["missing", "empty"].includes(error.kind);
  if (isEmpty && isNew) setDatabaseAside(root, clock.now());
  if (error && !(isEmpty && (isNew || !wasUsed(root)))) {
    throw new DatabaseDamagedError(folder.database, error, await lastGoodBackup(folder.root));
  }
  return await takeOutcome(folder.root);
}

// A panel that was moved, or whose database was lost: it must not begin anew by accident.
async function refuseEmptyShared(url: string, root: string): Promise<void> {
  const { openPostgres } = await import("../platform/postgres/open_postgres.ts");
  const { addressWithoutPassword } = await import("../platform/postgres/postgres_address.ts");
  const db: Database = await openPostgres<Tables>(url);
  try {
    if (await hasMigrations(db)) return;
    throw new DatabaseError(
      `the database ${
        addressWithoutPassword(url)
      } is empty, but the data folder ${root} was in use; correct ` +
        "SUNDIAL_DATABASE_URL, move the data there with sundial migrate, restore a backup with sundial restore, or " +
        "start a new panel with --new",
    );
  } finally {
    await db.destroy();
  }
}

async function hasMigrations(db: Database): Promise<boolean> {
  const { rows: [row] } = await sql<{ found: string | null }>`
    select to_regclass('kysely_migration')::text as found`.execute(db);
  return row?.found != null;
}

// PostgreSQL may notice a little later that the panel before this start has ended.
async function lockForRestore(url: string): Promise<{ release(): Promise<void> } | null> {
  const { lockAgainstRunning } = await import("../platform/postgres/running_lock.ts");
  for (let attempt = 1; attempt < LOCK_ATTEMPTS; attempt++) {
    const lock = await lockAgainstRunning(url);
    if (lock !== null) return lock;
    await sleep(systemClock, LOCK_DELAY_MS);
  }
  return await lockAgainstRunning(url);
}

async function openSharedDatabase(url: string): Promise<Database> {
  const { openPostgres } = await import("../platform/postgres/open_postgres.ts");
  const db = await openPostgres<Tables>(url);
  await migrateDatabase(db, migrations);
  return db;
}

// The key in its usual place in the data folder is exchanged with the other files, as for an embedded database.
function keyElsewhere(root: string, keyFile: string | null): string | null {
  const path = absolute(keyFile);
  return path === join(resolve(root), KEY_FILE) ? null : path;
}

function absolute(path: string | null): string | null {
  return path === null ? null : resolve(path);
}

function schemaProblem(path: string): DatabaseProblem | null {
  return readSchemaAge(path, Object.keys(migrations)) === "newer" ? { kind: "newer_schema" } : null;
}

/** Long operations that this start has to finish; null where there is none. */
export interface PendingOperations {
  restore: ProgressLine | null;
  update: ProgressLine | null;
}

/**
 * Reserves the progress board for the restore or the update that this start belongs to. The panel answers before it is known
 * whether it stays. Until then, no other operation may begin whose result a rollback would discard, and success must not be
 * reported.
 */
export async function resumeOperations(
  { board, folder, update }: Pick<Foundation, "board" | "folder" | "update">,
): Promise<PendingOperations> {
  const isRestoring = await isRestoreStarting(folder.root);
  const isUpdating = !isRestoring && update.kind !== "none";
  return {
    restore: isRestoring ? board.begin("restore", "restarting") : null,
    update: isUpdating ? board.begin("update", "restarting") : null,
  };
}

/**
 * Ends the restore that this start belongs to, once the panel answers; `line` is its line on the progress board.
 */
export async function concludeRestore(
  { folder, config }: Pick<Foundation, "folder" | "config">,
  line: ProgressLine | null,
): Promise<void> {
  const { root } = folder;
  const journal = await readJournal(root);
  const outcome = await confirmRestore(root, realDisk) ? await takeOutcome(root) : null;
  if (outcome !== null && config.databaseUrl !== null && journal?.parts.includes("database")) {
    const { removeSharedCopy } = await import("../features/backups/shared_database.ts");
    await removeSharedCopy({ root, disk: realDisk, keyFile: keyElsewhere(root, config.keyFile) });
  }
  if (line) endLine(line, outcome?.fault ?? null);
}

export function showOutcome(board: ProgressBoard, outcome: RestoreOutcome | null): void {
  if (outcome !== null) endLine(board.begin("restore", "restarting"), outcome.fault);
}

function endLine(line: ProgressLine, error: string | null): void {
  if (error === null) line.finish();
  else line.fail(new AppError("restore_failed", { reason: error }));
}

type Restored = Pick<
  Foundation,
  "db" | "clock" | "logger" | "settings" | "audit" | "sealer" | "findCalendar"
>;

/**
 * Replans everything from now after the database was replaced: due times missed meanwhile are not caught
 * up. Reports the secrets that cannot be decrypted.
 */
export async function planRestored(
  { db, clock, logger, settings, audit, sealer, findCalendar }: Restored,
): Promise<void> {
  const row = await db.selectFrom("setting").select("value_json").where("name", "=", RESTORED_SETTING)
    .executeTakeFirst();
  if (!row) return;
  const present = { now: clock.now(), zone: settings.current().effectiveTimeZone };
  for (
    const [plans, table] of [[planTasks({ findCalendar }), "task"], [
      subscriptionPlans,
      "subscription",
    ]] as const
  ) {
    const rows = await db.selectFrom(table).select("id").where("enabled", "=", 1).execute();
    await replan(db, plans, { ids: rows.map(({ id }) => id), present, logger });
  }
  const lost = Object.fromEntries(await listLostSecrets(db, sealer));
  const isComplete = Object.keys(lost).length === 0;
  if (!isComplete) {
    logger.warn("secrets of the restored backup cannot be decrypted; enter them again", {
      names: Object.values(lost).flat().join(", "),
    });
  }
  const detail = {
    ...storedJson<Record<string, unknown>>(row.value_json, {}),
    ...(!isComplete && { lostSecrets: lost }),
  };
  await audit.add({ actor: { kind: "panel", ip: null }, act: "backups.restored", detail });
  await db.deleteFrom("setting").where("name", "=", RESTORED_SETTING).execute();
}
