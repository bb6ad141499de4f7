import { AppError } from "../../contract/app_error.ts";
import type { LoginBody } from "../../contract/auth.ts";
import type { Database } from "../../engine/store.ts";
import type { Visitor } from "../login_log/service.ts";
import { type AccountRow, findAccount } from "./account_store.ts";
import type { Credentials } from "./credentials.ts";
import type { LoginRecord } from "./login_record.ts";
import type { Admission } from "./login_limits.ts";

export interface LoginOptions {
  db: Database;
  credentials: Credentials;
  record: LoginRecord;
}

/** Tells who somebody is by name, password and, where there is a second factor, a code. */
export class Login {
  readonly #options: LoginOptions;

  constructor(options: LoginOptions) {
    this.#options = options;
  }

  /**
   * Finds the account somebody has shown to be theirs. Throws `wrong_credentials`, `second_factor_required`, `wrong_code` or
   * `too_many_requests`.
   */
  async check({ username, password, code }: LoginBody, visitor: Visitor): Promise<AccountRow> {
    const { db, credentials, record } = this.#options;
    const account = await findAccount(db, username);
    const one = { name: username, ip: visitor.ip, onWait: () => record.failed("too_many", visitor) };
    const { admission, isRight } = await credentials.password(one, password, account?.password_hash);
    if (!account || !isRight) {
      await record.failed("wrong_credentials", visitor);
      throw new AppError("wrong_credentials");
    }
    if (account.factor_secret !== null) await this.#checkCode(account, code, { admission, visitor });
    await credentials.settle(account, admission, visitor.ip);
    return account;
  }

  /** Writes down that somebody was let in. */
  entered(account: AccountRow, visitor: Visitor): Promise<void> {
    return this.#options.record.succeeded(account, visitor);
  }

  async #checkCode(
    account: AccountRow,
    code: string | undefined,
    { admission, visitor }: { admission: Admission; visitor: Visitor },
  ): Promise<void> {
    const { credentials, record } = this.#options;
    try {
      if (!code) {
        const isNew = await credentials.askCode(account, admission, visitor.ip);
        if (isNew) await record.codeAsked(visitor);
        throw new AppError("second_factor_required");
      }
      if (!await credentials.code(account, code, visitor.ip)) throw new AppError("wrong_code");
    } catch (fault) {
      const failure = fault instanceof AppError && failures[fault.code];
      if (failure) await record.failed(failure, visitor);
      throw fault;
    }
  }
}

const failures: Partial<Record<AppError["code"], "wrong_code" | "too_many">> = {
  wrong_code: "wrong_code",
  too_many_requests: "too_many",
};
