// The last changes to a restored database before it replaces the current one, at startup, when nothing writes
// to the current one: active runs are carried over, so that they appear as running; all sessions are gone and
// only current credentials work; nothing that was queued at the time of the backup starts.
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { BOOT_SETTING } from "../../engine/start_runs.ts";
import { findDatabaseProblem } from "../../platform/database_check.ts";
import { isoTime } from "../../platform/iso_time.ts";
import { carryRuns } from "./carry_runs.ts";
import { KEY_CHECK_SETTING } from "../secret_key/key_setting.ts";
import { keepNodes } from "./keep_nodes.ts";
import type { KeyFolders } from "./reseal.ts";
import { keepCredentials, suspendApplications } from "./settle_credentials.ts";
import { interruptRuns, leaveMissingFlows, settleOutputs, settleStarts } from "./settle_runs.ts";
import { hasTable, replaceRows } from "./shared_columns.ts";

/** Settings row that requests a complete new plan from now on. */
export const RESTORED_SETTING = "restored";

/** Gap between the ids already assigned and new ones if the assigned ones are unknown. */
const UNKNOWN_IDS = 1_000_000;

export interface ReadyOptions {
  /** The restored database. */
  path: string;
  /** The current database. */
  present: string;
  /** In ms since the epoch. */
  now: number;
  restored: { from: string; parts: readonly string[] };
}

/** A run that continues while the database is replaced. */
export interface CarriedRun {
  id: number;
  logPath: string | null;
}

/** Prepares a database atomically; repeating it changes nothing. Returns the runs that continue. */
export function readyDatabase({ path, present, now, restored }: ReadyOptions): CarriedRun[] {
  using database = new DatabaseSync(path);
  database.exec("pragma journal_mode = delete; pragma synchronous = full; pragma foreign_keys = off");
  const isReadable = findDatabaseProblem(present, { thorough: true }) === null;
  if (isReadable) database.prepare("attach ? as present").run(present);
  database.exec("begin immediate");
  try {
    closeConnections(database);
    skipQueued(database, now);
    forgetBoot(database);
    forgetKey(database);
    const replacedLog = isReadable ? findReplacedLog(database) : null;
    const folders = { coming: dirname(path), present: dirname(present) };
    // In a separate savepoint, so that a row that cannot be carried over does not bring back an old password.
    const isStored = isReadable && attempt(database, () => keepCredentials(database, folders, now)) !== null;
    if (!isStored) suspendApplications(database, now);
    const runs = (isReadable
      ? attempt(database, () =>
        carryOver(database, { parts: restored.parts, folders, now }))
      : null) ??
      skipIds(database);
    settleStarts(database, now);
    const at = isoTime(now);
    const value = JSON.stringify({ ...restored, at, ...(replacedLog && { replacedLog }) });
    database.prepare(
      "insert into setting (name, value_json) values (?, ?) on conflict (name) do update set value_json = excluded.value_json",
    ).run(RESTORED_SETTING, value);
    database.exec("commit");
    return runs;
  } catch (error) {
    if (database.isTransaction) database.exec("rollback");
    throw error;
  }
}

function closeConnections(database: DatabaseSync): void {
  const tables = ["session", "pending_login", "passkey_challenge", "application_token", "invitation"];
  // The database of an older version does not have all of them.
  for (const table of tables.filter((one) => hasTable(database, "main", one))) {
    database.exec(`delete from ${table}`);
  }
  database.exec("update account set factor_pending = null");
}

function skipQueued(database: DatabaseSync, now: number): void {
  database.prepare(
    "update run set state = 'skipped', skip_reason = 'missed', finished_at = ? where finished_at is null and state in ('queued', 'waiting_for_approval')",
  ).run(now);
}

// It names an earlier boot, or that of another host: tasks that run once per boot would run again.
function forgetBoot(database: DatabaseSync): void {
  database.prepare("delete from setting where name = ?").run(BOOT_SETTING);
}

// The key may stay behind: the next start continues with the one that is there, and what it does not open is lost.
function forgetKey(database: DatabaseSync): void {
  database.prepare("delete from setting where name = ?").run(KEY_CHECK_SETTING);
}

// If part of the current database cannot be read, the restore still continues.
function attempt<T>(database: DatabaseSync, action: () => T): T | null {
  database.exec("savepoint carrying");
  try {
    const result = action();
    database.exec("release carrying");
    return result;
  } catch {
    database.exec("rollback to carrying; release carrying");
    return null;
  }
}

function carryOver(
  database: DatabaseSync,
  { parts, folders, now }: { parts: readonly string[]; folders: KeyFolders; now: number },
): CarriedRun[] {
  keepIds(database);
  interruptRuns(database, now);
  settleOutputs(database);
  carryRuns(database, folders);
  leaveMissingFlows(database);
  keepNodes(database, parts);
  keepAuditLog(database);
  const rows = database.prepare(
    "select id, log_path from run where finished_at is null and state in ('starting', 'running')",
  ).all() as { id: number; log_path: string | null }[];
  return rows.map(({ id, log_path }) => ({ id, logPath: log_path }));
}

// An assigned id must never be reused: exit files, links and programs refer to it.
function keepIds(database: DatabaseSync): void {
  database.exec(`
    update main.sqlite_sequence set seq = max(seq, coalesce(
      (select given.seq from present.sqlite_sequence as given where given.name = main.sqlite_sequence.name), 0));
    insert into main.sqlite_sequence (name, seq)
      select name, seq from present.sqlite_sequence as given
      where name in (select name from main.sqlite_schema where type = 'table')
        and not exists (select 1 from main.sqlite_sequence as known where known.name = given.name);
  `);
}

function skipIds(database: DatabaseSync): CarriedRun[] {
  database.exec(`update sqlite_sequence set seq = seq + ${UNKNOWN_IDS} where name = 'run'`);
  return [];
}

// The audit log is append-only: entries since the backup stay, provided it is the same log. Its head is kept
// as well, because the next entry refers to it.
function keepAuditLog(database: DatabaseSync): void {
  if (!hasTable(database, "present", "audit_entry") || !continuesAuditLog(database)) return;
  for (const table of ["audit_entry", "audit_head", "login_log"]) replaceRows(database, table);
}

function continuesAuditLog(database: DatabaseSync): boolean {
  const last = database.prepare("select hash from main.audit_entry order by id desc limit 1").get();
  if (last === undefined) return true;
  const same = database.prepare("select 1 from present.audit_entry where hash = ?").get(String(last["hash"]));
  return same !== undefined;
}

// An archive with another audit log replaces the current one, which must not go unnoticed: somebody could
// send one to hide their actions.
function findReplacedLog(database: DatabaseSync): { entries: number; lastHash: string } | null {
  try {
    if (!hasTable(database, "present", "audit_entry") || continuesAuditLog(database)) return null;
    const row = database.prepare(
      "select count(*) as entries, (select hash from present.audit_head) as lastHash from present.audit_entry",
    ).get() as { entries: number; lastHash: string | null }; // the columns of the query
    return row.entries === 0 ? null : { entries: row.entries, lastHash: String(row.lastHash) };
  } catch {
    return null; // the same as for everything that is carried over
  }
}
