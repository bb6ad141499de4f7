import { AppError, refuseIf } from "../../contract/app_error.ts";
import type { RecoveryCodes, SecondFactorSetup, SecondFactorState } from "../../contract/account.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { Clock } from "../../platform/clock.ts";
import { KEY_FILE, type Sealer, SealError } from "../../platform/seal.ts";
import { type AccountRow, getAccount, updateAccount } from "./account_store.ts";
import { randomInt } from "node:crypto";
import { sha256 } from "./tokens.ts";

export interface SecondFactorOptions {
  db: Database;
  clock: Clock;
  sealer: Sealer;
  /** Name under which an authenticator app lists the panel. */
  title(): string;
}

const NO_FACTOR = { factor_secret: null, factor_pending: null, factor_step: null, factor_since: null };

/** Codes of an authenticator app as a second way to show who one is. */
export class SecondFactor {
  readonly #options: SecondFactorOptions;

  constructor(options: SecondFactorOptions) {
    this.#options = options;
  }

  /** Tells what the second factor of an account is. */
  async state({ id, factor_secret, factor_since }: AccountRow): Promise<SecondFactorState> {
    const enabled = factor_secret !== null;
    const recoveryCodesLeft = enabled ? await countRecoveryCodes(this.#options.db, id) : 0;
    return {
      enabled,
      since: factor_since === null ? null : new Date(factor_since).toISOString(),
      recoveryCodesLeft,
    };
  }

  /** Makes a secret, which counts once a code of it was shown. Throws `second_factor_active`, `secret_key_wrong`. */
  async start(accountId: number): Promise<SecondFactorSetup> {
    const { db, clock, sealer, title } = this.#options;
    const account = await getAccount(db, accountId);
    if (account.factor_secret !== null) throw new AppError("second_factor_active");
    const { describeFactor, newFactorSecret } = await loadTotp();
    const secret = newFactorSecret();
    const factor_pending = orKeyWrong(() => sealer.seal(secret, "second_factor"));
    await updateAccount(db, accountId, { factor_pending }, clock.now());
    return describeFactor(secret, account.username, title());
  }

  /** Makes the started secret count; answers the recovery codes. Throws an issue on `code`, or `second_factor_not_started`. */
  async activate(accountId: number, code: string): Promise<RecoveryCodes> {
    const { db, clock } = this.#options;
    const now = clock.now();
    const { stepOfCode } = await loadTotp();
    const codes = newRecoveryCodes();
    await db.transaction().execute(async (tx) => {
      const { factor_pending, factor_secret } = await getAccount(tx, accountId);
      if (factor_secret !== null) throw new AppError("second_factor_active");
      if (factor_pending === null) throw new AppError("second_factor_not_started");
      const step = stepOfCode(this.#open(factor_pending), code.trim(), now);
      if (step === null) return refuseIf([{ path: "code", code: "wrong_code" }]);
      const change = {
        factor_secret: factor_pending,
        factor_pending: null,
        factor_step: step,
        factor_since: now,
      };
      await updateAccount(tx, accountId, change, now);
      await replaceRecoveryCodes(tx, accountId, codes);
    });
    return { codes };
  }

  /** Takes the second factor off an account. */
  async deactivate(accountId: number): Promise<void> {
    const { db, clock } = this.#options;
    await db.transaction().execute((tx) => removeFactor(tx, accountId, clock.now()));
  }

  /** Makes new recovery codes; those before count no more. Throws `second_factor_inactive`. */
  async renewRecoveryCodes(accountId: number): Promise<RecoveryCodes> {
    const codes = newRecoveryCodes();
    await this.#options.db.transaction().execute(async (tx) => {
      if ((await getAccount(tx, accountId)).factor_secret === null) {
        throw new AppError("second_factor_inactive");
      }
      await replaceRecoveryCodes(tx, accountId, codes);
    });
    return { codes };
  }

  /** Uses a code up: of the app or for recovery. Tells whether it was right; of many at once with one code one is. */
  async spend(account: AccountRow, code: string): Promise<boolean> {
    const { db, clock } = this.#options;
    const now = clock.now();
    if (!isAppCode(code)) return await spendRecoveryCode(db, { accountId: account.id, code, now });
    if (account.factor_secret === null) return false;
    const { stepOfCode } = await loadTotp();
    const step = stepOfCode(this.#open(account.factor_secret), code, now);
    return step !== null && await this.#spendStep(account, step);
  }

  // One statement decides, so that nobody can come between looking and writing.
  async #spendStep({ id, factor_secret }: AccountRow, step: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#options.db.updateTable("account").set({ factor_step: step })
      .where("id", "=", id).where("factor_secret", "=", factor_secret)
      .where((where) => where.or([where("factor_step", "is", null), where("factor_step", "<", step)]))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  #open(sealed: string): string {
    return orKeyWrong(() => this.#options.sealer.open(sealed, "second_factor"));
  }
}

/** Removes the factor of an account and its recovery codes; `now` is milliseconds UTC. */
export async function removeFactor(tx: Tx, accountId: number, now: number): Promise<void> {
  await updateAccount(tx, accountId, NO_FACTOR, now);
  await removeRecoveryCodes(tx, accountId);
}

/** Tells whether a code is of an app, six digits, and so not one for recovery. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

// Many panels never need it.
function loadTotp() {
  return import("./totp.ts");
}

function orKeyWrong<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof SealError) throw new AppError("secret_key_wrong", { file: KEY_FILE });
    throw error;
  }
}

// Without signs that look like others: 0 O 1 I L.
const SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const GROUPS = 4;
const GROUP = 4;
const COUNT = 10;

/** Makes ten codes like `K7WM-2PQX-9ABC-DEFG`, of 79 bits each. */
function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, newCode);
}

function newCode(): string {
  const group = () => Array.from({ length: GROUP }, () => SIGNS[randomInt(SIGNS.length)]).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

/** Puts new codes in the place of those an account had. */
async function replaceRecoveryCodes(
  tx: Tx,
  accountId: number,
  codes: readonly string[],
): Promise<void> {
  await removeRecoveryCodes(tx, accountId);
  const rows = codes.map((code) => ({ account_id: accountId, code_hash: hashOf(code), used_at: null }));
  await tx.insertInto("recovery_code").values(rows).execute();
}

/** Removes the codes of an account. */
async function removeRecoveryCodes(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom("recovery_code").where("account_id", "=", accountId).execute();
}

/** Uses a code up; tells whether it was one that had not been used. Case, spaces and dashes do not matter. */
async function spendRecoveryCode(
  db: Database,
  spent: { accountId: number; code: string; now: number },
) {
  const { numUpdatedRows } = await db.updateTable("recovery_code").set({ used_at: spent.now })
    .where("account_id", "=", spent.accountId).where("code_hash", "=", hashOf(spent.code))
    .where("used_at", "is", null).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Counts the codes of an account that are left. */
async function countRecoveryCodes(db: Database, accountId: number): Promise<number> {
  const row = await db.selectFrom("recovery_code").where("account_id", "=", accountId).where(
    "used_at",
    "is",
    null,
  )
    .select(({ fn }) => fn.countAll<number>().as("left")).executeTakeFirstOrThrow();
  return Number(row.left);
}

function hashOf(code: string): string {
  return sha256(code.toUpperCase().replace(/[^0-9A-Z]/g, ""));
}
