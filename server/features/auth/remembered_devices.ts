import type { Base } from "../../engine/base.ts";
import type { SessionCookie } from "../../http/session_cookie.ts";
import { networkOf } from "../../platform/networks.ts";
import { unlessUnwritable } from "../../platform/files/storage_full.ts";
import { newToken, sha256 } from "../../platform/tokens.ts";
import type { Client } from "../login_log/service.ts";
import { SUCCESS_MEMORY_MS } from "./login_limits.ts";

export interface RememberedDevicesOptions extends Pick<Base, "db" | "clock"> {
  browserCookie: SessionCookie;
}

/**
 * Remembered devices: browsers that have logged in before. Their attempts are limited separately, not by
 * network, so that a traveling owner gets in while unknown networks flood the login. They grant no access: the
 * password is still required, and wrong ones count as usual. Based on OWASP's "Slow Down Online Guessing
 * Attacks with Device Cookies".
 */
export class RememberedDevices {
  constructor(private readonly options: RememberedDevicesOptions) {}

  /** Returns the origin to count attempts for: the browser if `accountId` knows it, else the network. */
  async originOf({ ip, browser }: Client, accountId: number | undefined): Promise<string> {
    if (!browser) return networkOf(ip);
    // Queried for unknown names too, so that timing does not reveal which names exist.
    const origin = nameOf(accountId ?? 0, browser);
    const known = await this.options.db.selectFrom("login_attempt").select("id").where("door", "=", "login")
      .where("network", "=", origin).where("succeeded", "=", 1)
      .where("at", ">=", this.options.clock.now() - SUCCESS_MEMORY_MS).limit(1).executeTakeFirst();
    return known ? origin : networkOf(ip);
  }

  /**
   * Remembers a browser that has logged in; returns the `Set-Cookie` value that identifies it. It changes
   * each time, so a cookie that an attacker planted or stole is not the one that the owner uses next.
   */
  async remember(accountId: number): Promise<string> {
    const { db, clock, browserCookie } = this.options;
    const token = newToken();
    const network = nameOf(accountId, token);
    const row = { door: "login", network, username_hash: "", succeeded: 1, at: clock.now() } as const;
    await unlessUnwritable(db.insertInto("login_attempt").values(row).execute());
    return browserCookie.keep(token, SUCCESS_MEMORY_MS);
  }
}

// Never the token itself: reading the database must not help anyone to bypass the limits.
function nameOf(accountId: number, token: string): string {
  return `browser ${accountId} ${sha256(token)}`;
}
