// The last touches to a database that is about to take its place, at the start of the panel, when nothing writes to the one that
// goes: who runs now is carried over, so that what is running is shown as running; nobody is logged in, and only what lets
// somebody in now does so afterwards; nothing that was waiting then is started now.
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { BOOT_SETTING } from "../../engine/start_runs.ts";
import { findDatabaseProblem } from "../../platform/database_check.ts";
import { hasTable, replaceRows, sharedColumns } from "./joined_tables.ts";
import { keepCredentials, suspendApplications } from "./settle_credentials.ts";

/** Row of the settings that says: plan everything anew, from now on. */
export const RESTORED_SETTING = "restored";

/** Between ids that were given since and those to come, when nobody can say what was given. */
const UNKNOWN_IDS = 1_000_000;

export interface ReadyOptions {
  /** The database that takes its place. */
  path: string;
  /** The one that goes. */
  present: string;
  /** Milliseconds UTC. */
  now: number;
  restored: { from: string; parts: readonly string[] };
}

/** A run that goes on while the database is replaced. */
export interface CarriedRun {
  id: number;
  logPath: string | null;
}

/** Makes a database ready, all or nothing; the same again changes nothing. Answers the runs that go on. */
export function readyDatabase({ path, present, now, restored }: ReadyOptions): CarriedRun[] {
  using database = new DatabaseSync(path);
  database.exec("pragma journal_mode = delete; pragma synchronous = full; pragma foreign_keys = off");
  const isThere = findDatabaseProblem(present, { thorough: true }) === null;
  if (isThere) database.prepare("attach ? as present").run(present);
  database.exec("begin immediate");
  try {
    closeConnections(database);
    skipQueued(database, now);
    forgetBoot(database);
    const replacedLog = isThere ? findReplacedLog(database) : null;
    const folders = { coming: dirname(path), present: dirname(present) };
    // By themselves, so that a row that cannot be carried over brings no password back.
    const isStored = isThere && attempt(database, () => keepCredentials(database, folders, now)) !== null;
    if (!isStored) suspendApplications(database, now);
    const runs = (isThere ? attempt(database, () => carryOver(database)) : null) ?? leaveRoom(database);
    const at = new Date(now).toISOString();
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
  const endpoints = ["session", "pending_login", "passkey_challenge", "application_token"];
  // An older panel's database has not all of them.
  for (const endpoint of endpoints.filter((one) => hasTable(database, "main", one))) {
    database.exec(`delete from ${endpoint}`);
  }
  database.exec("update account set factor_pending = null");
}

function skipQueued(database: DatabaseSync, now: number): void {
  database.prepare(
    "update run set state = 'skipped', skip_reason = 'missed', finished_at = ? where finished_at is null and state = 'queued'",
  ).run(now);
}

// The boot it names is an earlier one, or another host's: what runs once per boot would run again in this one.
function forgetBoot(database: DatabaseSync): void {
  database.prepare("delete from setting where name = ?").run(BOOT_SETTING);
}

// What cannot be read of the database that goes does not keep the other from coming.
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

function carryOver(database: DatabaseSync): CarriedRun[] {
  keepIds(database);
  carryRuns(database);
  keepAuditLog(database);
  const rows = database.prepare(
    "select id, log_path from run where finished_at is null and state in ('starting', 'running')",
  ).all() as { id: number; log_path: string | null }[];
  return rows.map(({ id, log_path }) => ({ id, logPath: log_path }));
}

// An id that was given once must not mean something else: marks, links and programs have it.
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

function leaveRoom(database: DatabaseSync): CarriedRun[] {
  database.exec(`update sqlite_sequence set seq = seq + ${UNKNOWN_IDS} where name = 'run'`);
  return [];
}

function carryRuns(database: DatabaseSync): void {
  const columns = sharedColumns(database, "run");
  database.exec(`
    insert or replace into main.run (${columns}) select ${columns} from present.run
    where finished_at is null and state in ('starting', 'running')
  `);
}

// The audit log only ever grows: what happened since then stays in it, where it is the same log. Its head goes with it, for the
// next entry follows that.
function keepAuditLog(database: DatabaseSync): void {
  if (!hasTable(database, "present", "audit_entry") || !goesOn(database)) return;
  for (const table of ["audit_entry", "audit_head", "login_log"]) replaceRows(database, table);
}

function goesOn(database: DatabaseSync): boolean {
  const last = database.prepare("select hash from main.audit_entry order by id desc limit 1").get();
  if (last === undefined) return true;
  const same = database.prepare("select 1 from present.audit_entry where hash = ?").get(String(last["hash"]));
  return same !== undefined;
}

// An archive with another audit log puts that in the place of this one, and must not do so unseen: whoever wants to hide what
// they did could send one.
function findReplacedLog(database: DatabaseSync): { entries: number; lastHash: string } | null {
  try {
    if (!hasTable(database, "present", "audit_entry") || goesOn(database)) return null;
    const row = database.prepare(
      "select count(*) as entries, (select hash from present.audit_head) as lastHash from present.audit_entry",
    ).get() as { entries: number; lastHash: string | null }; // the columns of the query
    return row.entries === 0 ? null : { entries: row.entries, lastHash: String(row.lastHash) };
  } catch {
    return null; // the same as for all that is carried over
  }
}
