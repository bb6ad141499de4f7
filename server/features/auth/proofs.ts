import { AppError, refuseIf } from "../../contract/app_error.ts";
import type { StepUpBody } from "../../contract/auth.ts";
import type { PresentedPasskey } from "../../contract/passkeys.ts";
import type { IssueCode } from "../../contract/issue_codes.ts";
import type { Database } from "../../engine/store.ts";
import { type AccountRow, getAccount } from "./account_store.ts";
import type { Credentials, Try } from "./credentials.ts";
import { originOfSession } from "./login_limits.ts";
import type { LoginRecord } from "./login_record.ts";
import { PasskeyError } from "./passkeys/passkey_error.ts";
import type { Asking, Passkeys } from "./passkeys/passkeys.ts";
import type { Sessions } from "./sessions.ts";
import type { Person } from "./person.ts";

export interface ProofsOptions {
  db: Database;
  credentials: Credentials;
  record: LoginRecord;
  sessions: Sessions;
  passkeys: Passkeys;
}

/** Re-authenticates logged-in users; failed attempts count like those of a login. */
export class Proofs {
  readonly #options: ProofsOptions;

  constructor(options: ProofsOptions) {
    this.#options = options;
  }

  /**
   * Records on the session that a password, code or passkey was verified. Throws an issue, or
   * `too_many_requests`.
   */
  async stepUp(person: Person, { password, code, passkey }: StepUpBody, asking: Asking): Promise<void> {
    if (password !== undefined) await this.password(person, password, "password");
    else if (code !== undefined) await this.code(person, code);
    else if (passkey !== undefined) await this.#passkey(person, passkey, asking);
    else refuseIf([{ path: "password", code: "required" }]);
    await this.#options.sessions.prove(person.sessionId);
  }

  /** Verifies a user's password. Throws an issue on `path`, or `too_many_requests`. */
  async password(person: Person, password: string, path: string): Promise<void> {
    const { db, credentials } = this.#options;
    const account = await getAccount(db, person.accountId);
    const one = this.#tryOf(account, person);
    const { admission, isRight } = await credentials.password(one, password, { hash: account.password_hash });
    if (!isRight) return await this.#refuse(account, person, { path, code: "wrong_password" });
    if (account.factor_secret === null) await credentials.settle(account, admission, one.origin);
    // The password is one of two factors here. It must not reset the attempts for the other, or it would
    // allow endless guesses.
    else await credentials.pass(admission);
  }

  /**
   * Verifies and uses up a code of a user's second factor. Throws an issue on `code`,
   * `second_factor_inactive` or `too_many_requests`.
   */
  async code(person: Person, code: string): Promise<void> {
    const { db, credentials } = this.#options;
    const account = await getAccount(db, person.accountId);
    if (account.factor_secret === null) throw new AppError("second_factor_inactive");
    const one = this.#tryOf(account, person);
    const admission = await credentials.admit(one);
    const isRight = await credentials.code(account, code, one.origin);
    if (!isRight) return await this.#refuse(account, person, { path: "code", code: "wrong_code" });
    await credentials.settle(account, admission, one.origin);
  }

  async #passkey(person: Person, visible: PresentedPasskey, asking: Asking): Promise<void> {
    const { db, credentials, passkeys } = this.#options;
    const account = await getAccount(db, person.accountId);
    const one = this.#tryOf(account, person);
    const admission = await credentials.admit(one);
    try {
      const { account: owner } = await passkeys.check(visible, asking);
      if (owner.id !== account.id) throw new PasskeyError("unknown_key");
    } catch (refusal) {
      if (!(refusal instanceof PasskeyError)) throw refusal;
      return await this.#refuse(account, person, { path: "passkey", code: "wrong_passkey" }, refusal.detail);
    }
    await credentials.settle(account, admission, one.origin);
  }

  // Limited by session, not by network, so that a stranger's guesses never delay a logged-in user.
  #tryOf(account: AccountRow, { sessionId, client }: Person): Try {
    const onWait = () => this.#options.record.failed("too_many", client);
    return { name: account.username, origin: originOfSession(sessionId), onWait };
  }

  async #refuse(
    account: AccountRow,
    { client }: Person,
    issue: { path: string; code: IssueCode },
    detail: Record<string, unknown> = {},
  ) {
    await this.#options.record.proofFailed(account, client, detail);
    refuseIf([issue]);
  }
}
