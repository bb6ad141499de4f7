import { AppError, refuseIf } from "../../contract/app_error.ts";
import type { Parsed } from "../../contract/parsed.ts";
import type { Account, AccountPatch, PasswordBody, RecoveryCodes } from "../../contract/account.ts";
import type { Passkey, PasskeyInput } from "../../contract/passkeys.ts";
import type { Base } from "../../engine/base.ts";
import {
  accountUpdated,
  avatarAddress,
  findAccount,
  getAccount,
  secondFactorChanged,
  updateAccount,
} from "./account_store.ts";
import type { LoginFlowOptions } from "./login_flow.ts";
import type { RelyingParty } from "./passkeys/challenges.ts";
import type { PasskeyRename } from "./passkeys/passkeys.ts";
import { passwordIssues } from "./passwords.ts";
import type { SessionUser } from "./sessions.ts";
import type { StepUp } from "./step_up.ts";

export interface AccountsOptions
  extends
    Pick<Base, "db" | "clock" | "bus">,
    Pick<LoginFlowOptions, "sessions" | "passwords" | "secondFactor" | "passkeys" | "log"> {
  stepUp: StepUp;
}

export class Accounts {
  constructor(private readonly options: AccountsOptions) {}

  async get({ accountId, sessionId }: SessionUser): Promise<Account> {
    const { db, sessions, secondFactor, log } = this.options;
    const row = await getAccount(db, accountId);
    const session = await sessions.find(sessionId);
    if (!session) throw new AppError("session_expired");
    return {
      id: row.id,
      username: row.username,
      avatar: avatarAddress(row.avatar_hash),
      secondFactor: await secondFactor.state(row),
      hasPassword: row.has_password === 1,
      earlierLogins: await log.earlier(session.account_id, session.created_at),
      failuresSince: await log.failuresSince(session.account_id, session.created_at),
      version: row.version,
    };
  }

  /**
   * Renames an account after checking the password. Throws an issue if the password is wrong or the name is
   * taken, `too_many_requests`, and `stale_version` if `ifMatch` is another version.
   */
  async rename(
    user: SessionUser,
    { username, current }: Parsed<AccountPatch>,
    ifMatch: number | null,
  ): Promise<Account> {
    const { db, clock, stepUp } = this.options;
    const id = user.accountId;
    await stepUp.verifyPassword(user, current, "current");
    // In one transaction, so that of several requests based on the same version only one succeeds.
    await db.transaction().execute(async (tx) => {
      const { version } = await getAccount(tx, id);
      if (ifMatch !== null && ifMatch !== version) throw new AppError("stale_version");
      const other = await findAccount(tx, username);
      if (other && other.id !== id) refuseIf([{ path: "username", code: "username_taken" }]);
      await updateAccount(tx, id, { username }, clock.now());
    });
    this.#publish(id);
    return await this.get(user);
  }

  /**
   * Changes the password after checking the current one, if there is one; ends all other sessions. Throws issues, or
   * `too_many_requests`.
   */
  async changePassword(user: SessionUser, { current, next }: Parsed<PasswordBody>): Promise<void> {
    const { db, clock, passwords, stepUp } = this.options;
    refuseIf(passwordIssues(next, "next"));
    const { has_password: hasPassword } = await getAccount(db, user.accountId);
    if (hasPassword === 1) {
      if (current === undefined) refuseIf([{ path: "current", code: "required" }]);
      else await stepUp.verifyPassword(user, current, "current");
    }
    const password_hash = await passwords.hash(next);
    await updateAccount(db, user.accountId, { password_hash, has_password: 1 }, clock.now());
    await this.#endOtherSessions(user);
  }

  /**
   * Activates the second factor that was set up; ends all other sessions. Throws what `SecondFactor.activate`
   * throws.
   */
  async activateSecondFactor(user: SessionUser, code: string): Promise<RecoveryCodes> {
    const codes = await this.options.secondFactor.activate(user.accountId, code);
    await this.#endOtherSessions(user);
    this.#publishFactorChange(user.accountId);
    return codes;
  }

  /**
   * Deactivates the second factor after checking a code; ends all other sessions. Throws what `StepUp.verifyCode`
   * throws.
   */
  async deactivateSecondFactor(user: SessionUser, code: string): Promise<void> {
    const { stepUp, secondFactor } = this.options;
    await stepUp.verifyCode(user, code);
    await secondFactor.deactivate(user.accountId);
    await this.#endOtherSessions(user);
    this.#publishFactorChange(user.accountId);
  }

  /**
   * Replaces the recovery codes after checking a code: each can turn off the factor, so a password alone must
   * not be enough. Throws what `StepUp.verifyCode` throws.
   */
  async renewRecoveryCodes(user: SessionUser, code: string): Promise<RecoveryCodes> {
    const { stepUp, secondFactor } = this.options;
    await stepUp.verifyCode(user, code);
    const codes = await secondFactor.renewRecoveryCodes(user.accountId);
    this.#publish(user.accountId);
    return codes;
  }

  /** Adds a passkey; ends all other sessions. Throws what `Passkeys.add` throws. */
  async addPasskey(user: SessionUser, given: PasskeyInput, party: RelyingParty | null): Promise<Passkey> {
    const added = await this.options.passkeys.add(user, given, party);
    await this.#endOtherSessions(user);
    return added;
  }

  /** Renames a passkey. Throws what `Passkeys.rename` throws. */
  async renamePasskey(user: SessionUser, change: PasskeyRename): Promise<Passkey> {
    const renamed = await this.options.passkeys.rename(user, change);
    this.#publish(user.accountId);
    return renamed;
  }

  /** Deletes a passkey; ends all other sessions. Returns its name. Throws `not_found`. */
  async removePasskey(user: SessionUser, id: number): Promise<string> {
    const name = await this.options.passkeys.remove(user, id);
    await this.#endOtherSessions(user);
    return name;
  }

  async #endOtherSessions({ accountId, sessionId }: SessionUser): Promise<void> {
    const { sessions } = this.options;
    await sessions.endOthers(accountId, sessionId);
    await sessions.prove(sessionId);
    this.#publish(accountId);
  }

  #publishFactorChange(id: number): void {
    this.options.bus.publish(secondFactorChanged(id, this.options.clock.now()));
  }

  #publish(id: number): void {
    this.options.bus.publish(accountUpdated(id, this.options.clock.now()));
  }
}
