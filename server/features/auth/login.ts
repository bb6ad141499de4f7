import { AppError } from "../../contract/app_error.ts";
import type { LoginBody } from "../../contract/auth.ts";
import type { Database } from "../../engine/store.ts";
import { networkOf } from "../../platform/networks.ts";
import type { Logger } from "../../platform/logger.ts";
import { type AccountRow, findAccount } from "./account_store.ts";
import type { CheckQueue } from "./check_queue.ts";
import type { Attempt, LoginLimits } from "./login_limits.ts";
import type { Passwords } from "./passwords.ts";

export interface LoginOptions {
  db: Database;
  limits: LoginLimits;
  queue: CheckQueue;
  passwords: Passwords;
  logger: Logger;
}

/** Tells who somebody is by name and password. */
export class Login {
  readonly #options: LoginOptions;

  constructor(options: LoginOptions) {
    this.#options = options;
  }

  /** Finds the account of a name and its password. Throws `wrong_credentials` or `too_many_requests`. */
  async check({ username, password }: LoginBody, ip: string): Promise<AccountRow> {
    const account = await findAccount(this.#options.db, username);
    const attempt: Attempt = { door: "login", network: networkOf(ip), name: username };
    await this.#verify(attempt, { secret: password, hash: account?.password_hash, ip });
    if (!account) throw new AppError("wrong_credentials");
    return account;
  }

  /** Checks an application's secret: wrong, as long as there are no applications. Throws like `check`. */
  async checkClient({ clientId, clientSecret }: { clientId: string; clientSecret: string }, ip: string) {
    const attempt: Attempt = { door: "token", network: networkOf(ip), name: clientId };
    await this.#verify(attempt, { secret: clientSecret, hash: undefined, ip });
  }

  async #verify(
    attempt: Attempt,
    { secret, hash, ip }: { secret: string; hash: string | undefined; ip: string },
  ) {
    const { limits, queue, passwords, logger } = this.#options;
    const admission = await limits.admit(attempt);
    // Refused here because too many came at once, an attempt counts all the same: a flood would else cost nothing.
    const isRight = await queue.run(admission.rank, () => passwords.verify(secret, hash));
    if (isRight) return await limits.succeed(admission);
    // Not the name: people type their password into the wrong field.
    logger.warn("a login failed", { door: attempt.door, ip });
    throw new AppError("wrong_credentials");
  }
}
