// What lets somebody in after a restore. A backup is older than the present: a password that was changed since, a passkey that
// was removed, a code that was used and an application that was deleted are in it as if nothing had happened. So the account
// stays as it is now, and of the applications only those stay enabled that are enabled now.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { KEY_FILE, Sealer, SealError } from "../../platform/seal.ts";
import { columnsOf, hasTable, replaceRows } from "./joined_tables.ts";

/** Tables that come from the present as a whole; guesses are counted on, whatever is restored. */
const OF_NOW = ["account", "recovery_code", "passkey", "login_attempt"];

/** The folders that hold the keys of the two databases. */
export interface KeyFolders {
  coming: string;
  present: string;
}

/** Puts the credentials of the present database in place of those that come. Throws where there is no account now. */
export function keepCredentials(database: DatabaseSync, folders: KeyFolders, now: number): void {
  if (database.prepare("select 1 from present.account").get() === undefined) {
    throw new Error("there is no account whose credentials could stay");
  }
  const pictures = database.prepare("select id, avatar_hash from main.account").all();
  for (const table of OF_NOW) if (hasTable(database, "main", table)) replaceRows(database, table);
  // The pictures themselves come with the backup.
  database.exec("update main.account set avatar_hash = null");
  const setPicture = database.prepare("update main.account set avatar_hash = ? where id = ?");
  for (const { id, avatar_hash } of pictures) setPicture.run(avatar_hash ?? null, id ?? null);
  reseal(database, folders);
  keepApplications(database, now);
}

/** Suspends every application: nobody knows which of them are still meant to be. */
export function suspendApplications(database: DatabaseSync, now: number): void {
  if (hasTable(database, "main", "application")) suspend(database, "true", now);
}

// What the present does not have was deleted since, or never was here.
function keepApplications(database: DatabaseSync, now: number): void {
  if (!hasTable(database, "main", "application")) return;
  if (!hasTable(database, "present", "application")) return suspend(database, "true", now);
  const stored = ["secret_hash", "scopes_json", "suspended_at"].filter((name) =>
    (["main", "present"] as const).every((schema) =>
      columnsOf(database, schema, "application").includes(`"${name}"`)
    )
  );
  const known = "client_id in (select client_id from present.application)";
  database.exec(`
    update main.application set (${stored.join(", ")}) = (
      select ${stored.join(", ")} from present.application as now
      where now.client_id = main.application.client_id
    ) where ${known}
  `);
  suspend(database, `not ${known}`, now);
}

function suspend(database: DatabaseSync, which: string, now: number): void {
  if (columnsOf(database, "main", "application").includes('"suspended_at"')) {
    database.prepare(
      `update main.application set suspended_at = coalesce(suspended_at, ?) where ${which}`,
    ).run(now);
  } else {
    // A state of an older panel that is put back: no secret has this for its hash, so it needs a new one.
    database.exec(`update main.application set secret_hash = hex(randomblob(32)) where ${which}`);
  }
}

// The key that comes with the backup takes the place of the one with which the second factor is sealed now.
function reseal(database: DatabaseSync, { coming, present }: KeyFolders): void {
  if (!existsSync(join(coming, KEY_FILE))) return;
  const [from, to] = [new Sealer(present), new Sealer(coming)];
  const set = database.prepare("update main.account set factor_secret = ? where id = ?");
  const rows = database.prepare("select id, factor_secret from main.account where factor_secret is not null")
    .all();
  for (const { id, factor_secret } of rows) {
    try {
      const secret = from.open(String(factor_secret), "second_factor");
      set.run(to.seal(secret, "second_factor"), id ?? null);
    } catch (error) {
      // It could not be opened before either, and must not be taken away.
      if (!(error instanceof SealError)) throw error;
    }
  }
}
