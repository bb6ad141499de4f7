// What the operator of the machine does for somebody who cannot come in any more. Whoever may write the database is believed.
import { AppError, refuseIf } from "../../contract/app_error.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { Clock } from "../../platform/clock.ts";
import { AuditTrail } from "../audit/trail.ts";
import { type AccountRow, updateAccount } from "./account_store.ts";
import { passwordIssues } from "./password_policy.ts";
import type { Passwords } from "./passwords.ts";
import { removeFactor } from "./second_factor.ts";

export interface Reset {
  db: Database;
  clock: Clock;
  /** Whose; null for the only account there is. */
  username: string | null;
}

/** The account cannot be told. */
export class AccountUnknown extends Error {
  override readonly name = "AccountUnknown";
  /** The names there are. */
  readonly names: string[];

  constructor(names: string[]) {
    super("which account is meant is not known");
    this.names = names;
  }
}

/**
 * Gives an account another password and ends its sessions; a running panel closes their streams within seconds. Answers its name.
 * Throws `AccountUnknown`, or issues on `next` when the password cannot be taken.
 */
export async function resetPassword(reset: Reset, next: string, passwords: Passwords): Promise<string> {
  refuseIf(passwordIssues(next, "next"));
  const password_hash = await passwords.hash(next);
  return await change(
    reset,
    "account.password",
    (tx, { id }, now) => updateAccount(tx, id, { password_hash }, now),
  );
}

/** Takes the second factor off an account and ends its sessions. Answers its name. Throws `AccountUnknown`, `second_factor_inactive`. */
export async function resetSecondFactor(reset: Reset): Promise<string> {
  return await change(reset, "account.second-factor.deactivate", async (tx, account, now) => {
    if (account.factor_secret === null) throw new AppError("second_factor_inactive");
    await removeFactor(tx, account.id, now);
  });
}

async function change(
  { db, clock, username }: Reset,
  act: string,
  apply: (tx: Tx, account: AccountRow, now: number) => Promise<void>,
): Promise<string> {
  const audit = new AuditTrail({ db, clock });
  return await db.transaction().execute(async (tx) => {
    const account = await find(tx, username);
    await apply(tx, account, clock.now());
    await tx.deleteFrom("session").where("account_id", "=", account.id).execute();
    await audit.add({ actor: { kind: "operator", ip: null }, act, object: account.username }, tx);
    return account.username;
  });
}

async function find(tx: Tx, username: string | null): Promise<AccountRow> {
  const all = await tx.selectFrom("account").selectAll().execute();
  const meant = username === null ? all : all.filter((one) => one.username === username);
  const [only, ...others] = meant;
  if (only === undefined || others.length > 0) throw new AccountUnknown(all.map((one) => one.username));
  return only;
}
