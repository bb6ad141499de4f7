import type { Database } from "../../engine/store.ts";
import type { SessionCookie } from "../../http/session_cookie.ts";
import type { Clock } from "../../platform/clock.ts";
import { networkOf } from "../../platform/networks.ts";
import { unlessFull } from "../../platform/storage/storage_full.ts";
import type { Client } from "../login_log/service.ts";
import { SUCCESS_MEMORY_MS } from "./login_limits.ts";
import { newToken, sha256 } from "./tokens.ts";

export interface KnownBrowsersOptions {
  db: Database;
  clock: Clock;
  browserCookie: SessionCookie;
}

/**
 * Browsers somebody came in with before. Their tries are limited by themselves, not by network: an owner who travels comes in
 * while strangers flood the door. They open nothing: a password is asked for, and wrong ones count, as of anybody.
 * As OWASP's "Slow Down Online Guessing Attacks with Device Cookies" has it.
 */
export class KnownBrowsers {
  readonly #options: KnownBrowsersOptions;

  constructor(options: KnownBrowsersOptions) {
    this.#options = options;
  }

  /** Tells whose tries count together: those of a browser that `accountId` knows, else those of a network. */
  async originOf({ ip, browser }: Client, accountId: number | undefined): Promise<string> {
    if (!browser) return networkOf(ip);
    // Looked up for a name nobody has, too: how long it takes must not tell which names there are.
    const origin = nameOf(accountId ?? 0, browser);
    const known = await this.#options.db.selectFrom("login_attempt").select("id").where("door", "=", "login")
      .where("network", "=", origin).where("succeeded", "=", 1)
      .where("at", ">=", this.#options.clock.now() - SUCCESS_MEMORY_MS).limit(1).executeTakeFirst();
    return known ? origin : networkOf(ip);
  }

  /**
   * Notes that somebody came in; answers the `Set-Cookie` value by which the browser is known again. Each time another: what a
   * stranger put into the browser, or took from it, is not what the owner comes with next.
   */
  async remember(accountId: number): Promise<string> {
    const { db, clock, browserCookie } = this.#options;
    const token = newToken();
    const network = nameOf(accountId, token);
    const row = { door: "login", network, username_hash: "", succeeded: 1, at: clock.now() } as const;
    await unlessFull(db.insertInto("login_attempt").values(row).execute());
    return browserCookie.keep(token, SUCCESS_MEMORY_MS);
  }
}

// Never the token itself: who reads the database must not get ahead of others.
function nameOf(accountId: number, token: string): string {
  return `browser ${accountId} ${sha256(token)}`;
}
