import { AppError, refuseIf } from "../../contract/app_error.ts";
import type { StepUpBody } from "../../contract/auth.ts";
import type { IssueCode } from "../../contract/issue_codes.ts";
import type { PresentedPasskey } from "../../contract/passkeys.ts";
import { type AccountRow, getAccount } from "./account_store.ts";
import { type LoginFlowOptions, recordSuccess } from "./login_flow.ts";
import { type Admission, originOfSession } from "./login_limits.ts";
import { PasskeyError } from "./passkeys/ceremony.ts";
import type { PasskeyClient } from "./passkeys/challenges.ts";
import type { SessionUser } from "./sessions.ts";

export type StepUpOptions =
  & Pick<LoginFlowOptions, "db" | "limits" | "codeLimits" | "passwords" | "secondFactor">
  & Pick<LoginFlowOptions, "passkeys" | "sessions" | "record">;

/** Re-authenticates logged-in users; failed attempts count like those of a login. */
export class StepUp {
  constructor(private readonly options: StepUpOptions) {}

  /**
   * Records on the session that a password, code or passkey was verified. Throws an issue, or
   * `too_many_requests`.
   */
  async confirm(
    user: SessionUser,
    { password, code, passkey }: StepUpBody,
    client: PasskeyClient,
  ): Promise<void> {
    if (password !== undefined) await this.verifyPassword(user, password, "password");
    else if (code !== undefined) await this.verifyCode(user, code);
    else if (passkey !== undefined) await this.#verifyPasskey(user, passkey, client);
    else refuseIf([{ path: "password", code: "required" }]);
    await this.options.sessions.prove(user.sessionId);
  }

  /** Verifies a user's password. Throws an issue on `path`, or `too_many_requests`. */
  async verifyPassword(user: SessionUser, password: string, path: string): Promise<void> {
    const { db, limits, passwords } = this.options;
    const account = await getAccount(db, user.accountId);
    const admission = await this.#admit(account, user);
    const isRight = await passwords.verify(password, account.password_hash, { rank: admission.rank });
    if (!isRight) return await this.#reject(account, user, { path, code: "wrong_password" });
    if (account.factor_secret === null) await this.#succeed(account, user, admission);
    // The password is one of two factors here. It must not reset the attempts for the other, or it would
    // allow endless guesses.
    else await limits.forget(admission);
  }

  /**
   * Verifies and uses up a code of a user's second factor. Throws an issue on `code`,
   * `second_factor_inactive` or `too_many_requests`.
   */
  async verifyCode(user: SessionUser, code: string): Promise<void> {
    const { db, secondFactor } = this.options;
    const account = await getAccount(db, user.accountId);
    if (account.factor_secret === null) throw new AppError("second_factor_inactive");
    const admission = await this.#admit(account, user);
    const isRight = await secondFactor.verify(account, code, originOfSession(user.sessionId));
    if (!isRight) return await this.#reject(account, user, { path: "code", code: "wrong_code" });
    await this.#succeed(account, user, admission);
  }

  async #verifyPasskey(user: SessionUser, presented: PresentedPasskey, client: PasskeyClient): Promise<void> {
    const { db, passkeys } = this.options;
    const account = await getAccount(db, user.accountId);
    const admission = await this.#admit(account, user);
    try {
      const { account: owner } = await passkeys.verify(presented, client);
      if (owner.id !== account.id) throw new PasskeyError("unknown_key");
    } catch (error) {
      if (!(error instanceof PasskeyError)) throw error;
      return await this.#reject(account, user, { path: "passkey", code: "wrong_passkey" }, error.detail);
    }
    await this.#succeed(account, user, admission);
  }

  // Limited by session, not by network, so that guesses from the same network never delay a logged-in user.
  #admit(account: AccountRow, { sessionId, client }: SessionUser): Promise<Admission> {
    const { limits, record } = this.options;
    const attempt = {
      endpoint: "login",
      network: originOfSession(sessionId),
      name: account.username,
    } as const;
    return limits.admit(attempt, () => record.failed("too_many", client, { account }));
  }

  #succeed(account: AccountRow, { sessionId }: SessionUser, admission: Admission): Promise<void> {
    return recordSuccess(this.options, account, { admission, network: originOfSession(sessionId) });
  }

  async #reject(
    account: AccountRow,
    { client }: SessionUser,
    issue: { path: string; code: IssueCode },
    detail: Record<string, unknown> = {},
  ) {
    await this.options.record.stepUpFailed(account, client, detail);
    refuseIf([issue]);
  }
}
