// The worker of `database_jobs.ts`.
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { migrations } from "../../migrations/list.ts";
import { migrateDatabase, openDatabase } from "../../platform/database.ts";
import { isHash } from "../../platform/files/stored_contents.ts";
import { isName } from "../../platform/files/path_names.ts";
import { type SchemaAge, schemaAge } from "../../platform/database_check.ts";
import { messageOf } from "../../platform/error_message.ts";
import type { Database } from "../../engine/store.ts";
import type { Tables } from "../../migrations/tables.ts";
import { listSealedValues, type SealedValue } from "../secret_key/sealed_values.ts";
import { KEY_CHECK_SETTING } from "../secret_key/key_setting.ts";

export type DatabaseJob =
  /** Writes a consistent copy without login data; others may write meanwhile. */
  | { kind: "copy"; from: string; to: string }
  /** Checks every page of a file that nobody writes to. */
  | { kind: "examine"; path: string }
  /** Migrates a copy to this version, and removes rows for files that are missing in `versions` and `trash`. */
  | { kind: "settle"; path: string; versions: string; trash: string }
  /** Migrates a copy to this version and lists its sealed values. */
  | { kind: "listSealed"; path: string };

export interface DatabaseDetails {
  tables: Record<string, number>;
  sealed: number;
}

export interface Examination extends DatabaseDetails {
  /** Null if it is intact. */
  damage: string | null;
  isNewer: boolean;
}

export interface DatabaseResults {
  copy: DatabaseDetails;
  examine: Examination;
  settle: DatabaseDetails;
  listSealed: readonly SealedValue[];
}

export type DatabaseResult = { result: DatabaseResults[keyof DatabaseResults] } | { error: string };

/** A copy contains no logins: being logged in now does not grant access later. */
const CONNECTIONS = ["session", "pending_login", "passkey_challenge", "application_token"];
/** Columns that contain sealed values. */
const SEALED = {
  variable: "value like 's1:%' and secret = 1",
  subscription: "coalesce(password_sealed, private_key_sealed, proxy_sealed) is not null",
  channel: `secrets like '%"s1:%' or proxy like '%"s1:%'`,
  account: "factor_secret is not null",
  identity_provider: "secret_sealed is not null",
  webhook: "true",
  // The check value of the key is no secret.
  setting: `value_json like '%"s1:%' and name <> '${KEY_CHECK_SETTING}'`,
};

function copy({ from, to }: { from: string; to: string }): DatabaseDetails {
  {
    using source = new DatabaseSync(from, { readOnly: true });
    source.exec("pragma busy_timeout = 5000");
    source.prepare("vacuum into ?").run(to);
  }
  using database = new DatabaseSync(to);
  database.exec("pragma journal_mode = delete; pragma secure_delete = on");
  const tables = tablesOf(database);
  for (const endpoint of CONNECTIONS) if (tables.includes(endpoint)) database.exec(`delete from ${endpoint}`);
  return detailsOf(database);
}

function examine({ path }: { path: string }): Examination {
  const none = { tables: {}, sealed: 0 };
  try {
    using database = new DatabaseSync(path, { readOnly: true });
    database.exec("pragma trusted_schema = off");
    const damage = damageOf(database);
    if (damage !== null) return { ...none, damage, isNewer: false };
    return { ...detailsOf(database), damage: null, isNewer: ageOf(database) === "newer" };
  } catch (error) {
    return { ...none, damage: messageOf(error), isNewer: false };
  }
}

function damageOf(database: DatabaseSync): string | null {
  const [first] = database.prepare("pragma integrity_check(1)").all() as { integrity_check: string }[];
  if (first?.integrity_check !== "ok") return first?.integrity_check ?? "nothing is in it";
  // The panel's database has none: a trigger or view would act on behalf of whoever sent the archive.
  const acting = database.prepare("select name from sqlite_schema where type in ('trigger', 'view')").get();
  if (acting) return `${String(acting["name"])} is not ours`;
  const [orphan] = database.prepare("pragma foreign_key_check").all() as { table: string }[];
  if (orphan) return `a row of ${orphan.table} refers to nothing`;
  return ageOf(database) === "none" ? "it has no schema of ours" : null;
}

function ageOf(database: DatabaseSync): SchemaAge {
  return schemaAge(database, Object.keys(migrations));
}

async function settle(
  { path, versions, trash }: { path: string; versions: string; trash: string },
): Promise<DatabaseDetails> {
  await (await openMigrated(path)).destroy();
  using database = new DatabaseSync(path);
  // A single file that can be renamed as a whole.
  database.exec("pragma journal_mode = delete; begin immediate");
  forgetMissing(database, {
    rows: "select distinct hash as place from file_version where hash not in (select hash from stored_blob)",
    pathOf: (hash) => isHash(hash) ? join(versions, hash.slice(0, 2), hash) : null,
    forget: "delete from file_version where hash = ?",
  });
  forgetMissing(database, {
    rows: "select place from bin_entry",
    pathOf: (place) => isName(place) ? join(trash, place) : null,
    forget: "delete from bin_entry where place = ?",
  });
  database.exec("commit");
  return detailsOf(database);
}

async function listSealed({ path }: { path: string }): Promise<readonly SealedValue[]> {
  const db = await openMigrated(path);
  try {
    return await listSealedValues(db);
  } finally {
    await db.destroy();
  }
}

async function openMigrated(path: string): Promise<Database> {
  const db = openDatabase<Tables>(path);
  await migrateDatabase(db, migrations);
  return db;
}

interface Missing {
  rows: string;
  /** Returns null for a value that cannot be a path. */
  pathOf(place: string): string | null;
  forget: string;
}

function forgetMissing(database: DatabaseSync, { rows, pathOf, forget }: Missing): void {
  const places = database.prepare(rows).all() as { place: string }[];
  const remove = database.prepare(forget);
  for (const { place } of places) {
    // SQLite does not enforce types, so a number is not a name either.
    const path = typeof place === "string" ? pathOf(place) : null;
    if (path === null || lstatSync(path, { throwIfNoEntry: false }) === undefined) remove.run(place);
  }
}

function detailsOf(database: DatabaseSync): DatabaseDetails {
  const tables = tablesOf(database).map((name): [string, number] => {
    const { count } = database.prepare(`select count(*) as count from "${name}"`).get() as { count: number };
    return [name, count];
  });
  return { tables: Object.fromEntries(tables), sealed: countSealed(database) };
}

function tablesOf(database: DatabaseSync): string[] {
  const rows = database.prepare(
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%' order by name",
  ).all() as { name: string }[];
  return rows.map(({ name }) => name).filter((name) => /^\w+$/.test(name));
}

function countSealed(database: DatabaseSync): number {
  let sealed = 0;
  for (const [table, condition] of Object.entries(SEALED)) {
    try {
      const row = database.prepare(`select count(*) as count from ${table} where ${condition}`).get();
      sealed += (row as { count: number }).count;
    } catch {
      // A database from an older version does not have this column yet.
    }
  }
  return sealed;
}

async function work(job: DatabaseJob): Promise<DatabaseResult> {
  try {
    switch (job.kind) {
      case "copy":
        return { result: copy(job) };
      case "examine":
        return { result: examine(job) };
      case "settle":
        return { result: await settle(job) };
      case "listSealed":
        return { result: await listSealed(job) };
    }
    return job satisfies never;
  } catch (error) {
    return { error: messageOf(error) };
  }
}

globalThis.addEventListener("message", ({ data }: MessageEvent<DatabaseJob>) => {
  void work(data).then((result) => globalThis.postMessage(result));
});
