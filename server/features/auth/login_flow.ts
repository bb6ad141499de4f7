import { AppError } from "../../contract/app_error.ts";
import type { Session } from "../../contract/auth.ts";
import type { Language, Settings } from "../../contract/settings.ts";
import type { Caller } from "../../http/route.ts";
import type { Database } from "../../engine/store.ts";
import type { SessionCookie } from "../../http/session_cookie.ts";
import { type AccountRow, getAccount } from "./account_store.ts";
import type { KnownBrowsers } from "./known_browsers.ts";
import { avatarAddress } from "./avatar/avatar_address.ts";
import type { SessionWithAccount } from "./session_store.ts";
import { endOf, SESSION_LIFE_MS, type Sessions } from "./sessions.ts";

export interface LoginFlowOptions {
  db: Database;
  sessions: Sessions;
  browsers: KnownBrowsers;
  cookie: SessionCookie;
  settings(): Settings;
  version: string;
  /** Id of the latest live event. */
  lastEventId(): number;
}

/** Validates the account again before a new session takes effect. */
export type Confirm = (now: AccountRow) => Promise<void> | void;

/** The request that logs in. */
export interface LoginMethod {
  caller: Caller;
  ip: string;
  request: Request;
}

/** Opens and ends the sessions of authenticated users. */
export class LoginFlow {
  readonly #options: LoginFlowOptions;

  constructor(options: LoginFlowOptions) {
    this.#options = options;
  }

  /**
   * Opens a session for an account. Ends a session that came with the request, to prevent session fixation.
   * `confirm` receives the current account, and throws if what was verified has changed since.
   */
  async enter(
    accountId: number,
    { caller, ip, request }: LoginMethod,
    { language = null, confirm = () => {} }: { language?: Language | null; confirm?: Confirm } = {},
  ) {
    const { db, sessions, browsers, cookie } = this.#options;
    if (caller.kind === "person") await sessions.end(caller.sessionId);
    const userAgent = request.headers.get("user-agent") ?? "";
    const { id, token } = await sessions.open(accountId, { ip, userAgent }, language);
    try {
      await confirm(await getAccount(db, accountId));
    } catch (error) {
      await sessions.end(id);
      throw error;
    }
    const cookies = [cookie.keep(token, SESSION_LIFE_MS), await browsers.remember(accountId)];
    const headers = cookies.map((one): [string, string] => ["set-cookie", one]);
    return { body: await this.describe(id), headers };
  }

  /** Ends a session; returns the headers that delete its cookie. */
  async leave(sessionId: number) {
    await this.#options.sessions.end(sessionId);
    return { "set-cookie": this.#options.cookie.remove() };
  }

  /**
   * Returns what the page needs to know about an active session. Throws `session_expired` if it has just
   * ended.
   */
  async describe(sessionId: number): Promise<Session> {
    // Read first: anything that changes during the other queries then arrives as an event.
    const lastEventId = this.#options.lastEventId();
    const row = await this.#options.sessions.find(sessionId);
    if (!row) throw new AppError("session_expired");
    return { ...this.#toSession(row), lastEventId };
  }

  #toSession(row: SessionWithAccount): Omit<Session, "lastEventId"> {
    return {
      account: {
        id: row.account_id,
        username: row.username,
        avatar: avatarAddress(row.avatar_hash),
        createdAt: new Date(row.account_created_at).toISOString(),
      },
      scopes: ["*"],
      language: row.language,
      expiresAt: new Date(endOf(row)).toISOString(),
      settings: this.#options.settings(),
      version: this.#options.version,
    };
  }
}

/**
 * Confirms that password and factor are still those that were verified, `seen`. A change made before the
 * session existed did not end it, so the login must fail. Throws `wrong_credentials`.
 */
export function isUnchanged(seen: AccountRow): Confirm {
  return (now) => {
    const isSame = seen.password_hash === now.password_hash && seen.factor_secret === now.factor_secret;
    if (!isSame) throw new AppError("wrong_credentials");
  };
}
