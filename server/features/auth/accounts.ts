import { AppError, refuseIf } from "../../contract/app_error.ts";
import type { Account, AccountPatch, PasswordBody, RecoveryCodes } from "../../contract/account.ts";
import type { Passkey, PasskeyInput } from "../../contract/passkeys.ts";
import type { Bus } from "../../engine/bus.ts";
import type { Database } from "../../engine/store.ts";
import type { Clock } from "../../platform/clock.ts";
import type { LoginLog } from "../login_log/service.ts";
import { accountUpdated, factorChanged } from "./account_event.ts";
import { findAccount, getAccount, updateAccount } from "./account_store.ts";
import { avatarAddress } from "./avatar/avatar_address.ts";
import type { PasskeyRename, Passkeys } from "./passkeys/passkeys.ts";
import type { RelyingParty } from "./passkeys/relying_party.ts";
import { passwordIssues } from "./password_policy.ts";
import type { Passwords } from "./passwords.ts";
import type { Proofs } from "./proofs.ts";
import type { Person } from "./person.ts";
import type { SecondFactor } from "./second_factor.ts";
import type { Sessions } from "./sessions.ts";

export interface AccountsOptions {
  db: Database;
  bus: Bus;
  clock: Clock;
  sessions: Sessions;
  passwords: Passwords;
  proofs: Proofs;
  factor: SecondFactor;
  passkeys: Passkeys;
  log: LoginLog;
}

/** What users do with their own account. */
export class Accounts {
  readonly #options: AccountsOptions;

  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  /** Returns the account of a user. */
  async get({ accountId, sessionId }: Person): Promise<Account> {
    const { db, sessions, factor, log } = this.#options;
    const row = await getAccount(db, accountId);
    const session = await sessions.find(sessionId);
    if (!session) throw new AppError("session_expired");
    return {
      id: row.id,
      username: row.username,
      avatar: avatarAddress(row.avatar_hash),
      secondFactor: await factor.state(row),
      earlierLogins: await log.earlier(session.created_at),
      failuresSince: await log.failuresSince(session.created_at),
      version: row.version,
    };
  }

  /**
   * Renames an account after checking the password. Throws an issue if the password is wrong or the name is
   * taken, `too_many_requests`, and `stale_version` if `ifMatch` is another version.
   */
  async rename(
    person: Person,
    { username, current }: AccountPatch,
    ifMatch: number | null,
  ): Promise<Account> {
    const { db, clock, proofs } = this.#options;
    const id = person.accountId;
    await proofs.password(person, current, "current");
    // In one transaction, so that of several requests based on the same version only one succeeds.
    await db.transaction().execute(async (tx) => {
      const { version } = await getAccount(tx, id);
      if (ifMatch !== null && ifMatch !== version) throw new AppError("stale_version");
      const other = await findAccount(tx, username);
      if (other && other.id !== id) refuseIf([{ path: "username", code: "username_taken" }]);
      await updateAccount(tx, id, { username }, clock.now());
    });
    this.#publish(id);
    return await this.get(person);
  }

  /**
   * Changes the password after checking the current one; ends all other sessions. Throws issues, or
   * `too_many_requests`.
   */
  async changePassword(person: Person, { current, next }: PasswordBody): Promise<void> {
    const { db, clock, passwords, proofs } = this.#options;
    refuseIf(passwordIssues(next, "next"));
    await proofs.password(person, current, "current");
    await updateAccount(db, person.accountId, { password_hash: await passwords.hash(next) }, clock.now());
    await this.#settle(person);
  }

  /**
   * Activates the second factor that was set up; ends all other sessions. Throws what `SecondFactor.activate`
   * throws.
   */
  async activateFactor(person: Person, code: string): Promise<RecoveryCodes> {
    const codes = await this.#options.factor.activate(person.accountId, code);
    await this.#settle(person);
    this.#publishFactorChange(person.accountId);
    return codes;
  }

  /**
   * Deactivates the second factor after checking a code; ends all other sessions. Throws what `Proofs.code`
   * throws.
   */
  async deactivateFactor(person: Person, code: string): Promise<void> {
    const { proofs, factor } = this.#options;
    await proofs.code(person, code);
    await factor.deactivate(person.accountId);
    await this.#settle(person);
    this.#publishFactorChange(person.accountId);
  }

  /**
   * Replaces the recovery codes after checking a code: each can turn off the factor, so a password alone must
   * not be enough. Throws what `Proofs.code` throws.
   */
  async renewRecoveryCodes(person: Person, code: string): Promise<RecoveryCodes> {
    const { proofs, factor } = this.#options;
    await proofs.code(person, code);
    const codes = await factor.renewRecoveryCodes(person.accountId);
    this.#publish(person.accountId);
    return codes;
  }

  /** Adds a passkey; ends all other sessions. Throws what `Passkeys.add` throws. */
  async addPasskey(person: Person, given: PasskeyInput, party: RelyingParty | null): Promise<Passkey> {
    const added = await this.#options.passkeys.add(person, given, party);
    await this.#settle(person);
    return added;
  }

  /** Renames a passkey. Throws what `Passkeys.rename` throws. */
  async renamePasskey(person: Person, change: PasskeyRename): Promise<Passkey> {
    const renamed = await this.#options.passkeys.rename(person, change);
    this.#publish(person.accountId);
    return renamed;
  }

  /** Deletes a passkey; ends all other sessions. Returns its name. Throws `not_found`. */
  async removePasskey(person: Person, id: number): Promise<string> {
    const name = await this.#options.passkeys.remove(person, id);
    await this.#settle(person);
    return name;
  }

  async #settle({ accountId, sessionId }: Person): Promise<void> {
    const { sessions } = this.#options;
    await sessions.endOthers(accountId, sessionId);
    await sessions.prove(sessionId);
    this.#publish(accountId);
  }

  #publishFactorChange(id: number): void {
    this.#options.bus.publish(factorChanged(id, this.#options.clock.now()));
  }

  #publish(id: number): void {
    this.#options.bus.publish(accountUpdated(id, this.#options.clock.now()));
  }
}
