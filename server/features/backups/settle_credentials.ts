// The credentials after a restore. A backup is older than the current state: passwords changed since,
// passkeys removed since, used codes and deleted applications would come back. So the current account stays,
// and only those applications stay enabled that are enabled now.
import type { DatabaseSync } from "node:sqlite";
import { settleViews } from "./settle_own_things.ts";
import { columnsOf, hasTable, replaceRows, sharedColumns } from "./shared_columns.ts";
import type { SealPurpose } from "../../platform/seal.ts";
import { findReseal, type KeyFolders, type Reseal } from "./reseal.ts";

/** Tables taken from the current database as a whole; failed login attempts still count after any restore. */
const OF_NOW = [
  ...["account", "recovery_code", "passkey", "login_attempt", "invitation"],
  ...["identity_provider", "account_identity"],
];

/** Replaces the restored credentials with the current ones. Throws if there is no account now. */
export function keepCredentials(database: DatabaseSync, folders: KeyFolders, now: number): void {
  if (database.prepare("select 1 from present.account").get() === undefined) {
    throw new Error("there is no account whose credentials could be kept");
  }
  settleViews(database);
  const pictures = database.prepare("select id, avatar_hash from main.account").all();
  for (const table of OF_NOW) if (hasTable(database, "main", table)) replaceRows(database, table);
  // The picture files come from the backup.
  database.exec("update main.account set avatar_hash = null");
  const setPicture = database.prepare("update main.account set avatar_hash = ? where id = ?");
  for (const { id, avatar_hash } of pictures) setPicture.run(avatar_hash ?? null, id ?? null);
  keepWebhooks(database);
  resealCredentials(database, folders);
  keepApplications(database, now);
}

// A secret that was replaced since may have been replaced because somebody else had it, and a delivery that was accepted since must not
// be accepted again. A webhook that was removed since stays removed.
function keepWebhooks(database: DatabaseSync): void {
  if (!hasTable(database, "main", "webhook") || !hasTable(database, "present", "webhook")) return;
  const here = `select task.id from main.task join present.task as now using (id, created_at)`;
  // Also of a task that is in the trash now, or was then.
  const same = `select hook.task_id from main.webhook as hook join present.webhook as now using (task_id)
    where hook.created_at = now.created_at or hook.task_id in (${here})`;
  const receipt = sharedColumns(database, "webhook_receipt");
  database.exec(`
    update main.webhook set (key, secret_sealed) = (
      select key, secret_sealed from present.webhook as now where now.task_id = main.webhook.task_id
    ) where task_id in (${same});
    insert or replace into main.webhook_receipt (${receipt})
      select ${receipt} from present.webhook_receipt where task_id in (${same});
  `);
  for (const table of ["webhook_delivery", "webhook_receipt", "webhook"]) {
    database.exec(`
      delete from main.${table} where task_id in (${here}) and task_id not in (select task_id from present.webhook)
    `);
  }
}

/** Suspends all applications, because it is unknown which are still wanted. */
export function suspendApplications(database: DatabaseSync, now: number): void {
  if (hasTable(database, "main", "application")) suspend(database, "true", now);
}

// Applications missing in the current database were deleted since, or were never here.
function keepApplications(database: DatabaseSync, now: number): void {
  if (!hasTable(database, "main", "application")) return;
  if (!hasTable(database, "present", "application")) return suspend(database, "true", now);
  const stored = ["secret_hash", "scopes_json", "suspended_at", "account_id"].filter((name) =>
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
  // The account with that number may be somebody else's now.
  if (stored.includes("account_id")) {
    database.exec(`update main.application set account_id = null where not ${known}`);
  }
}

function suspend(database: DatabaseSync, which: string, now: number): void {
  if (columnsOf(database, "main", "application").includes('"suspended_at"')) {
    database.prepare(
      `update main.application set suspended_at = coalesce(suspended_at, ?) where ${which}`,
    ).run(now);
  } else {
    // A database of an older version has no such column. No secret has this hash, so the application needs a
    // new one.
    database.exec(`update main.application set secret_hash = hex(randomblob(32)) where ${which}`);
  }
}

// The key from the backup replaces the one that currently seals the second factor.
function resealCredentials(database: DatabaseSync, folders: KeyFolders): void {
  const reseal = findReseal(folders);
  if (reseal === null) return;
  resealColumn(database, reseal, { table: "account", column: "factor_secret", purpose: "second_factor" });
  if (hasTable(database, "main", "identity_provider")) {
    resealColumn(database, reseal, {
      table: "identity_provider",
      column: "secret_sealed",
      purpose: "identity_provider",
    });
  }
  if (!hasTable(database, "main", "webhook")) return;
  resealColumn(database, reseal, {
    ...{ table: "webhook", column: "secret_sealed", key: "task_id", purpose: "webhook" },
  });
}

function resealColumn(
  database: DatabaseSync,
  reseal: Reseal,
  { table, column, key = "id", purpose }: {
    table: string;
    column: string;
    key?: string;
    purpose: SealPurpose;
  },
): void {
  const set = database.prepare(`update main.${table} set ${column} = ? where ${key} = ?`);
  const rows = database.prepare(`select ${key}, ${column} from main.${table} where ${column} is not null`)
    .all();
  for (const { [key]: id, [column]: sealed } of rows) set.run(reseal(String(sealed), purpose), id ?? null);
}
