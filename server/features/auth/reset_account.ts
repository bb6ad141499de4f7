// Resets an account on behalf of the operator for a user who is locked out. Write access to the database is
// sufficient authorization.
import { AppError, refuseIf } from "../../contract/app_error.ts";
import type { Base } from "../../engine/base.ts";
import type { Tx } from "../../engine/store.ts";
import { AuditLogWriter } from "../audit/audit_log.ts";
import { type AccountRow, updateAccount } from "./account_store.ts";
import { listPasskeys } from "./passkeys/passkeys.ts";
import { passwordIssues, type Passwords } from "./passwords.ts";
import { removeSecondFactor } from "./second_factor.ts";
import { listIdentities } from "./single_sign_on/store.ts";

export interface Reset extends Pick<Base, "db" | "clock"> {
  /** Name of the account; null for the only account. */
  username: string | null;
}

/** The account could not be determined. */
export class UnknownAccountError extends Error {
  override readonly name = "UnknownAccountError";

  constructor(readonly names: string[]) {
    super("the account is not specified");
  }
}

/** Other ways to log in, which a reset keeps only on request. */
export interface ResetKeeps {
  passkeys: boolean;
  applications: boolean;
  /** Those of single sign-on. */
  identities: boolean;
}

export interface ResetResult {
  username: string;
  passkeys: string[];
  applications: string[];
  /** Names of their providers. */
  identities: string[];
}

/**
 * Enables the account and sets a new password, with which the account can then log in whatever was turned off, and revokes all other access:
 * sessions, passkeys, identities of single sign-on, remembered devices and the tokens of all applications, which stay
 * suspended until somebody enables them. A running panel closes their streams within seconds. Throws
 * `UnknownAccountError`, or issues on `next` if the password is rejected.
 */
export async function resetPassword(
  reset: Reset,
  { next, keep }: { next: string; keep: ResetKeeps },
  passwords: Passwords,
): Promise<ResetResult> {
  refuseIf(passwordIssues(next, "next"));
  const password_hash = await passwords.hash(next);
  return await change(reset, "account.password", async (tx, { id }, now) => {
    await updateAccount(tx, id, { password_hash, has_password: 1, disabled_at: null }, now);
    await turnPasswordsOn(tx);
    await tx.deleteFrom("login_attempt").where("network", "like", `browser ${id} %`).execute();
    return {
      passkeys: keep.passkeys ? [] : await removePasskeys(tx, id),
      applications: keep.applications ? [] : await suspendApplications(tx, now),
      identities: keep.identities ? [] : await removeIdentities(tx, id),
    };
  });
}

/**
 * Removes the second factor of an account and ends its sessions. Returns the account's name and the names of
 * its remaining passkeys. Throws `UnknownAccountError`, `second_factor_inactive`.
 */
export async function resetSecondFactor(
  reset: Reset,
): Promise<Omit<ResetResult, "applications" | "identities">> {
  return await change(reset, "account.second-factor.deactivate", async (tx, account, now) => {
    if (account.factor_secret === null) throw new AppError("second_factor_inactive");
    await removeSecondFactor(tx, account.id, now);
    return { passkeys: (await listPasskeys(tx, account.id)).map(({ name }) => name) };
  });
}

async function removePasskeys(tx: Tx, accountId: number): Promise<string[]> {
  const rows = await tx.deleteFrom("passkey").where("account_id", "=", accountId).returning("name").execute();
  return rows.map(({ name }) => name);
}

async function removeIdentities(tx: Tx, accountId: number): Promise<string[]> {
  const rows = await listIdentities(tx, accountId);
  await tx.deleteFrom("account_identity").where("account_id", "=", accountId).execute();
  return rows.map(({ provider }) => provider);
}

// A running panel reads the settings again when somebody enters a password.
async function turnPasswordsOn(tx: Tx): Promise<void> {
  const { numUpdatedRows } = await tx.updateTable("setting").set({ value_json: "true" })
    .where("name", "=", "passwordLogin").where("value_json", "!=", "true").executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const version = await tx.selectFrom("setting").select("value_json").where("name", "=", "version")
    .executeTakeFirst();
  await tx.updateTable("setting").set({ value_json: String(Number(version?.value_json ?? 1) + 1) })
    .where("name", "=", "version").execute();
}

async function suspendApplications(tx: Tx, now: number): Promise<string[]> {
  await tx.deleteFrom("application_token").execute();
  const rows = await tx.updateTable("application").set({ suspended_at: now, updated_at: now })
    .set(({ eb }) => ({ version: eb("version", "+", 1) }))
    .where("suspended_at", "is", null).returning("name").execute();
  return rows.map(({ name }) => name);
}

async function change<T extends { passkeys: string[] }>(
  { db, clock, username }: Reset,
  action: string,
  apply: (tx: Tx, account: AccountRow, now: number) => Promise<T>,
): Promise<T & { username: string }> {
  const audit = new AuditLogWriter({ db, clock });
  return await db.transaction().execute(async (tx) => {
    const account = await find(tx, username);
    const done = await apply(tx, account, clock.now());
    await tx.deleteFrom("session").where("account_id", "=", account.id).execute();
    const entry = { actor: { kind: "operator" as const, ip: null }, act: action, object: account.username };
    await audit.add({ ...entry, detail: done }, tx);
    return { ...done, username: account.username };
  });
}

async function find(tx: Tx, username: string | null): Promise<AccountRow> {
  const all = await tx.selectFrom("account").selectAll().execute();
  const meant = username === null ? all : all.filter((one) => one.username === username);
  const [only, ...others] = meant;
  if (only === undefined || others.length > 0) throw new UnknownAccountError(all.map((one) => one.username));
  return only;
}
