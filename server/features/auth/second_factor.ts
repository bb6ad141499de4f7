import { randomInt } from "node:crypto";
import { AppError, refuseIf } from "../../contract/app_error.ts";
import type { RecoveryCodes, SecondFactorSetup, SecondFactorState } from "../../contract/account.ts";
import type { Base } from "../../engine/base.ts";
import type { Database, Tx } from "../../engine/store.ts";
import { KEY_FILE, type Sealer, SealError } from "../../platform/seal.ts";
import { sha256 } from "../../platform/tokens.ts";
import { isoTime } from "../../platform/iso_time.ts";
import { type AccountRow, getAccount, updateAccount } from "./account_store.ts";
import type { CodeLimits } from "./code_limits.ts";

export interface SecondFactorOptions extends Pick<Base, "db" | "clock"> {
  sealer: Sealer;
  codeLimits: CodeLimits;
  /** Name under which an authenticator app lists the panel. */
  title(): string;
}

const NO_SECOND_FACTOR = { factor_secret: null, factor_pending: null, factor_step: null, factor_since: null };

/** Codes of an authenticator app, or recovery codes in place of them, as a second factor. */
export class SecondFactor {
  constructor(private readonly options: SecondFactorOptions) {}

  async state({ id, factor_secret, factor_since }: AccountRow): Promise<SecondFactorState> {
    const enabled = factor_secret !== null;
    const recoveryCodesLeft = enabled ? await countRecoveryCodes(this.options.db, id) : 0;
    return {
      enabled,
      since: isoTime(factor_since),
      recoveryCodesLeft,
    };
  }

  /**
   * Creates a secret, which takes effect once a code is verified. Throws `second_factor_active`,
   * `secret_key_wrong`.
   */
  async start(accountId: number): Promise<SecondFactorSetup> {
    const { db, clock, sealer, title } = this.options;
    const account = await getAccount(db, accountId);
    if (account.factor_secret !== null) throw new AppError("second_factor_active");
    const { describeFactor, newFactorSecret } = await loadTotp();
    const secret = newFactorSecret();
    const factor_pending = orKeyWrong(() => sealer.seal(secret, "second_factor"));
    await updateAccount(db, accountId, { factor_pending }, clock.now());
    return describeFactor(secret, account.username, title());
  }

  /**
   * Activates the pending secret; returns the recovery codes. Throws an issue on `code`, or
   * `second_factor_not_started`.
   */
  async activate(accountId: number, code: string): Promise<RecoveryCodes> {
    const { db, clock } = this.options;
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

  async deactivate(accountId: number): Promise<void> {
    const { db, clock } = this.options;
    await db.transaction().execute((tx) => removeSecondFactor(tx, accountId, clock.now()));
  }

  /** Creates new recovery codes; earlier ones become invalid. Throws `second_factor_inactive`. */
  async renewRecoveryCodes(accountId: number): Promise<RecoveryCodes> {
    const codes = newRecoveryCodes();
    await this.options.db.transaction().execute(async (tx) => {
      if ((await getAccount(tx, accountId)).factor_secret === null) {
        throw new AppError("second_factor_inactive");
      }
      await replaceRecoveryCodes(tx, accountId, codes);
    });
    return { codes };
  }

  /**
   * Counts an attempt, then uses up an app or recovery code. Returns whether it was valid; of several parallel
   * calls with one code, one succeeds. `network` is the origin of the attempt. Throws `too_many_requests`.
   */
  async verify(account: AccountRow, typed: string, network: string): Promise<boolean> {
    const { db, clock, codeLimits } = this.options;
    const code = typed.replace(/[\s-]/g, "");
    await codeLimits.admit({ accountId: account.id, network }, isAppCode(code));
    const now = clock.now();
    if (!isAppCode(code)) return await spendRecoveryCode(db, { accountId: account.id, code, now });
    if (account.factor_secret === null) return false;
    const { stepOfCode } = await loadTotp();
    const step = stepOfCode(this.#open(account.factor_secret), code, now);
    return step !== null && await this.#spendStep(account, step);
  }

  // A single statement decides, so there is no race between read and write.
  async #spendStep({ id, factor_secret }: AccountRow, step: number): Promise<boolean> {
    const { numUpdatedRows } = await this.options.db.updateTable("account").set({ factor_step: step })
      .where("id", "=", id).where("factor_secret", "=", factor_secret)
      .where((where) => where.or([where("factor_step", "is", null), where("factor_step", "<", step)]))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  #open(sealed: string): string {
    return orKeyWrong(() => this.options.sealer.open(sealed, "second_factor"));
  }
}

/** Removes the second factor of an account and its recovery codes; `now` is in ms since the epoch. */
export async function removeSecondFactor(tx: Tx, accountId: number, now: number): Promise<void> {
  await updateAccount(tx, accountId, NO_SECOND_FACTOR, now);
  await removeRecoveryCodes(tx, accountId);
}

/** Returns whether a code is from an app, with six digits, rather than a recovery code. */
function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

// Loaded on demand, because many installations never need it.
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

// Without characters that look alike: 0 O 1 I L.
const SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const GROUPS = 4;
const GROUP = 4;
const COUNT = 10;

/** Returns ten codes like `K7WM-2PQX-9ABC-DEFG`, with 79 bits each. */
function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, newCode);
}

function newCode(): string {
  const group = () => Array.from({ length: GROUP }, () => SIGNS[randomInt(SIGNS.length)]).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

async function replaceRecoveryCodes(tx: Tx, accountId: number, codes: readonly string[]): Promise<void> {
  await removeRecoveryCodes(tx, accountId);
  const rows = codes.map((code) => ({ account_id: accountId, code_hash: hashOf(code), used_at: null }));
  await tx.insertInto("recovery_code").values(rows).execute();
}

async function removeRecoveryCodes(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom("recovery_code").where("account_id", "=", accountId).execute();
}

/** Uses up a code; returns whether it was valid and unused. Ignores case, spaces and dashes. */
async function spendRecoveryCode(db: Database, spent: { accountId: number; code: string; now: number }) {
  const { numUpdatedRows } = await db.updateTable("recovery_code").set({ used_at: spent.now })
    .where("account_id", "=", spent.accountId).where("code_hash", "=", hashOf(spent.code))
    .where("used_at", "is", null).executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function countRecoveryCodes(db: Database, accountId: number): Promise<number> {
  const row = await db.selectFrom("recovery_code").where("account_id", "=", accountId)
    .where("used_at", "is", null).select(({ fn }) => fn.countAll<number>().as("left"))
    .executeTakeFirstOrThrow();
  return Number(row.left);
}

function hashOf(code: string): string {
  return sha256(code.toUpperCase().replace(/[^0-9A-Z]/g, ""));
}
