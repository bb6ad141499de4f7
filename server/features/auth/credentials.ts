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

/** One try to be somebody. */
export interface Try {
  /** Whom, as typed. */
  name: string;
  /** Whose tries it counts among: see `originOf`. */
  origin: string;
  /** Called when whoever tries has to wait from now on. */
  onWait(): Promise<void>;
}

/** Checks what somebody claims to know, within the limits on guessing. */
export class Credentials {
  readonly #options: CredentialsOptions;

  constructor(options: CredentialsOptions) {
    this.#options = options;
  }

  /** Tells whose tries those of a visitor count among who wants to be `account`; undefined for a name nobody has. */
  originOf(client: Client, account: { id: number } | undefined): Promise<string> {
    return this.#options.browsers.originOf(client, account?.id);
  }

  /**
   * Checks a password; `hash` is undefined for a name nobody has, which takes as long as `like`. Throws `too_many_requests`. The try
   * counts as failed until `settle`.
   */
  async password(one: Try, password: string, { hash, like }: { hash: string | undefined; like?: string }) {
    const admission = await this.admit(one);
    // Refused here because too many came at once, a try counts all the same: a flood would else cost nothing.
    const isRight = await this.#options.passwords.verify(password, hash, { rank: admission.rank, like });
    return { admission, isRight };
  }

  /** Hashes a right password anew where its hash was made at a lower cost; answers the account as it is then. */
  async renewHash(account: AccountRow, password: string): Promise<AccountRow> {
    const { db, passwords } = this.#options;
    if (!passwords.isOutdated(account.password_hash)) return account;
    try {
      const password_hash = await passwords.hash(password);
      const isReplaced = await replacePasswordHash(db, account, password_hash);
      return isReplaced ? { ...account, password_hash } : account;
    } catch (error) {
      // Somebody who is right comes in all the same: it is tried again at the next login.
      this.#options.logger.warn("a password could not be hashed anew", { fault: error });
      return account;
    }
  }

  /** Lets a try go on without a password. Throws `too_many_requests`. */
  admit({ name, origin, onWait }: Try): Promise<Admission> {
    return this.#options.limits.admit({ door: "login", network: origin, name }, onWait);
  }

  /** Checks a code and uses it up. Throws `too_many_requests`. */
  async code(account: AccountRow, typed: string, origin: string): Promise<boolean> {
    const { codeLimits, factor } = this.#options;
    const code = typed.replace(/[\s-]/g, "");
    await codeLimits.admit({ accountId: account.id, network: origin }, isAppCode(code));
    return await factor.spend(account, code);
  }

  /**
   * Opens the wait for a code; tells whether there was none yet. Then the try for the password was no failure. Throws
   * `too_many_requests`.
   */
  async askCode(account: AccountRow, admission: Admission, origin: string): Promise<boolean> {
    const { limits, codeLimits } = this.#options;
    const isNew = await codeLimits.open({ accountId: account.id, network: origin });
    if (isNew) await limits.forget(admission);
    return isNew;
  }

  /** Notes that a try was no failure, and leaves all waits as they are. */
  pass(admission: Admission): Promise<void> {
    return this.#options.limits.forget(admission);
  }

  /** Notes that a try was right in all it takes, which ends the waits of whoever tried. */
  async settle(account: AccountRow, admission: Admission, origin: string): Promise<void> {
    const { limits, codeLimits } = this.#options;
    await limits.succeed(admission);
    await codeLimits.forgive({ accountId: account.id, network: origin });
  }
}
