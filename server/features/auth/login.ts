import { AppError } from "../../contract/app_error.ts";
import type { LoginBody } from "../../contract/auth.ts";
import type { PresentedPasskey } from "../../contract/passkeys.ts";
import type { Database } from "../../engine/store.ts";
import type { Client } from "../login_log/service.ts";
import { type AccountRow, findAccount, findAnyHash } from "./account_store.ts";
import type { Credentials } from "./credentials.ts";
import type { LoginRecord } from "./login_record.ts";
import type { Admission } from "./login_limits.ts";
import type { Asking, Passkeys, VerifiedPasskey } from "./passkeys/passkeys.ts";
import { PasskeyError } from "./passkeys/passkey_error.ts";

export interface LoginOptions {
  db: Database;
  credentials: Credentials;
  record: LoginRecord;
  passkeys: Passkeys;
}

/** Authenticates by name, password and, if enabled, a second factor code; or by a passkey, which replaces both. */
export class Login {
  readonly #options: LoginOptions;

  constructor(options: LoginOptions) {
    this.#options = options;
  }

  /**
   * Verifies credentials and returns the account. Throws `wrong_credentials`, `second_factor_required`,
   * `wrong_code` or `too_many_requests`.
   */
  async check({ username, password, code }: LoginBody, client: Client): Promise<AccountRow> {
    const { db, credentials, record } = this.#options;
    const account = await findAccount(db, username);
    const origin = await credentials.originOf(client, account);
    const one = { name: username, origin, onWait: () => record.failed("too_many", client) };
    // Queried whether or not the name exists: otherwise a hash with a lower cost would reveal by timing that
    // it does.
    const like = await findAnyHash(db);
    const checked = { hash: account?.password_hash, ...(like !== undefined && { like }) };
    const { admission, isRight } = await credentials.password(one, password, checked);
    if (!account || !isRight) {
      await record.failed("wrong_credentials", client);
      throw new AppError("wrong_credentials");
    }
    if (account.factor_secret !== null) await this.#checkCode(account, code, { admission, origin, client });
    await credentials.settle(account, admission, origin);
    return await credentials.renewHash(account, password);
  }

  /** Verifies a passkey and returns its account. Throws `wrong_passkey` or `too_many_requests`. */
  async checkPasskey(visible: PresentedPasskey, asking: Asking, client: Client): Promise<VerifiedPasskey> {
    const { credentials, record, passkeys } = this.#options;
    const way = "passkey";
    const onWait = () => record.failed("too_many", client, { way });
    // No name is known yet, and no account has an empty name, so guesses here count for no account.
    const origin = await credentials.originOf(client, undefined);
    const admission = await credentials.admit({ name: "", origin, onWait });
    try {
      const found = await passkeys.check(visible, asking);
      await credentials.settle(found.account, admission, origin);
      return found;
    } catch (refusal) {
      if (!(refusal instanceof PasskeyError)) throw refusal;
      await record.failed("wrong_passkey", client, { way, detail: refusal.detail });
      throw new AppError("wrong_passkey");
    }
  }

  /** Records a successful login; `passkey` is the name of the passkey used. */
  entered(account: AccountRow, client: Client, passkey?: string): Promise<void> {
    return this.#options.record.succeeded(account, client, passkey);
  }

  async #checkCode(
    account: AccountRow,
    code: string | undefined,
    { admission, origin, client }: { admission: Admission; origin: string; client: Client },
  ): Promise<void> {
    const { credentials, record } = this.#options;
    try {
      if (!code) {
        const isNew = await credentials.askCode(account, admission, origin);
        if (isNew) await record.codeAsked(client);
        throw new AppError("second_factor_required");
      }
      if (!await credentials.code(account, code, origin)) throw new AppError("wrong_code");
    } catch (error) {
      const failure = error instanceof AppError && failures[error.code];
      if (failure) await record.failed(failure, client);
      throw error;
    }
  }
}

const failures: Partial<Record<AppError["code"], "wrong_code" | "too_many">> = {
  wrong_code: "wrong_code",
  too_many_requests: "too_many",
};
