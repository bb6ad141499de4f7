import type { Client } from "../login_log/service.ts";
import type { Database } from "../../engine/store.ts";
import type { Logger } from "../../platform/logger.ts";
import { type AccountRow, replacePasswordHash } from "./account_store.ts";
import type { CodeLimits } from "./code_limits.ts";
import type { KnownBrowsers } from "./known_browsers.ts";
import type { Admission, LoginLimits } from "./login_limits.ts";
import type { Passwords } from "./passwords.ts";
import { isAppCode, type SecondFactor } from "./second_factor.ts";

export interface CredentialsOptions {
  db: Database;
  logger: Logger;
  browsers: KnownBrowsers;
  limits: LoginLimits;
  codeLimits: CodeLimits;
  passwords: Passwords;
  factor: SecondFactor;
}

/** One attempt to authenticate. */
export interface Try {
  /** The name as typed. */
  name: string;
  /** The origin whose limit applies: see `originOf`. */
  origin: string;
  /** Called when the origin has to wait from now on. */
  onWait(): Promise<void>;
}

/** Verifies passwords and codes within the limits on guessing. */
export class Credentials {
  readonly #options: CredentialsOptions;

  constructor(options: CredentialsOptions) {
    this.#options = options;
  }

  /**
   * Returns the origin to count a client's attempts for; `account` is the one it wants to log in to,
   * undefined for an unknown name.
   */
  originOf(client: Client, account: { id: number } | undefined): Promise<string> {
    return this.#options.browsers.originOf(client, account?.id);
  }

  /**
   * Verifies a password; `hash` is undefined for an unknown name, which takes as long as checking against
   * `like`. Throws `too_many_requests`. The attempt counts as failed until `settle`.
   */
  async password(one: Try, password: string, { hash, like }: { hash: string | undefined; like?: string }) {
    const admission = await this.admit(one);
    // An attempt rejected here because of too many at once counts as well, or a flood would cost nothing.
    const isRight = await this.#options.passwords.verify(password, hash, { rank: admission.rank, like });
    return { admission, isRight };
  }

  /** Rehashes a correct password if its hash has a lower cost; returns the updated account. */
  async renewHash(account: AccountRow, password: string): Promise<AccountRow> {
    const { db, passwords } = this.#options;
    if (!passwords.isOutdated(account.password_hash)) return account;
    try {
      const password_hash = await passwords.hash(password);
      const isReplaced = await replacePasswordHash(db, account, password_hash);
      return isReplaced ? { ...account, password_hash } : account;
    } catch (error) {
      // The login succeeds anyway, and the next one tries to rehash again.
      this.#options.logger.warn("a password could not be hashed anew", { fault: error });
      return account;
    }
  }

  /** Admits an attempt without a password. Throws `too_many_requests`. */
  admit({ name, origin, onWait }: Try): Promise<Admission> {
    return this.#options.limits.admit({ door: "login", network: origin, name }, onWait);
  }

  /** Verifies a code and uses it up. Throws `too_many_requests`. */
  async code(account: AccountRow, typed: string, origin: string): Promise<boolean> {
    const { codeLimits, factor } = this.#options;
    const code = typed.replace(/[\s-]/g, "");
    await codeLimits.admit({ accountId: account.id, network: origin }, isAppCode(code));
    return await factor.spend(account, code);
  }

  /**
   * Opens a pending login that waits for a code; returns whether there was none yet, in which case the
   * password attempt was not a failure. Throws `too_many_requests`.
   */
  async askCode(account: AccountRow, admission: Admission, origin: string): Promise<boolean> {
    const { limits, codeLimits } = this.#options;
    const isNew = await codeLimits.open({ accountId: account.id, network: origin });
    if (isNew) await limits.forget(admission);
    return isNew;
  }

  /** Records that an attempt was not a failure, without resetting any limits. */
  pass(admission: Admission): Promise<void> {
    return this.#options.limits.forget(admission);
  }

  /** Records that an attempt fully succeeded, which resets the limits of its origin. */
  async settle(account: AccountRow, admission: Admission, origin: string): Promise<void> {
    const { limits, codeLimits } = this.#options;
    await limits.succeed(admission);
    await codeLimits.forgive({ accountId: account.id, network: origin });
  }
}
