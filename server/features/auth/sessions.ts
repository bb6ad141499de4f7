import type { Selectable } from "kysely";
import { AppError } from "../../contract/app_error.ts";
import { BROWSER_COOKIE, type SessionEntry } from "../../contract/auth.ts";
import { permissionsOf, type Role } from "../../contract/roles.ts";
import type { LoginWay } from "../../contract/login_log.ts";
import type { Language } from "../../contract/settings.ts";
import type { Base } from "../../engine/base.ts";
import type { Authenticator, Verdict } from "../../http/authenticate.ts";
import type { Caller, Person } from "../../http/route.ts";
import type { SessionCookie } from "../../http/session_cookie.ts";
import type { SessionTable } from "../../migrations/account_tables.ts";
import { readCookie } from "../../platform/clients/read_cookie.ts";
import { unlessUnwritable } from "../../platform/files/storage_full.ts";
import { storedJson } from "../../platform/stored_json.ts";
import { newToken, sha256 } from "../../platform/tokens.ts";
import { isoTime } from "../../platform/iso_time.ts";
import type { Client } from "../login_log/service.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A session expires after this time even if it is in use, in ms. */
export const SESSION_LIFE_MS = 30 * DAY_MS;
/** A session expires after this time without use, in ms. */
export const SESSION_IDLE_MS = 7 * DAY_MS;

/** What the tokens of programs begin with: a cookie is no token for a header, nor the other way round. */
const HEADER_PREFIX = "session.";

export type SessionOptions = Pick<Base, "db" | "clock" | "bus">;

export type SessionRow = Selectable<SessionTable>;
export interface SessionWithAccount extends SessionRow {
  username: string;
  avatar_hash: string | null;
  account_created_at: number;
  role: Role;
  labels_json: string | null;
  preferences_json: string;
}

/** How a session was opened, if not by password. */
export interface OpenedBy {
  way: LoginWay;
  providerId?: number;
  idTokenSealed?: string;
}

/** A session as shown to its owner, without what is derived from its address and user agent. */
export type BareSession = Omit<SessionEntry, "address" | "local" | "device">;

/** Manages sessions. The database stores only a hash of each token, so reading it grants no access. */
export class Sessions {
  constructor(private readonly options: SessionOptions) {}

  /** Opens a session for an account; returns its id and the token, which is not stored: a cookie, or a header of a program. */
  async open(
    accountId: number,
    { ip, userAgent }: Client,
    { language = null, as = "cookie", opened }: {
      language?: Language | null;
      as?: "cookie" | "header";
      opened?: OpenedBy | undefined;
    } = {},
  ) {
    const now = this.options.clock.now();
    const token = as === "header" ? `${HEADER_PREFIX}${newToken()}` : newToken();
    const row = {
      account_id: accountId,
      token_hash: sha256(token),
      language,
      ip,
      user_agent: userAgent.slice(0, 500),
      created_at: now,
      last_seen_at: now,
      expires_at: now + SESSION_LIFE_MS,
      proven_at: now,
      way: opened?.way ?? "password",
      provider_id: opened?.providerId ?? null,
      id_token_sealed: opened?.idTokenSealed ?? null,
    };
    const { id } = await this.options.db.insertInto("session").values(row).returning("id")
      .executeTakeFirstOrThrow();
    return { id, token };
  }

  /** Returns the active session of a token and records its use at most once a minute. */
  async use(token: string): Promise<SessionWithAccount | undefined> {
    const row = await this.#withAccount().where("token_hash", "=", sha256(token)).executeTakeFirst();
    const now = this.options.clock.now();
    if (!row || endOf(row) <= now) return undefined;
    // Also if the clock was set back; otherwise the last use would be in the future and the session would
    // never become idle.
    if (Math.abs(now - row.last_seen_at) >= MINUTE_MS) {
      await unlessUnwritable(this.#update(row.id, { last_seen_at: now }));
    }
    return row;
  }

  async find(id: number): Promise<SessionWithAccount | undefined> {
    const row = await this.#withAccount().where("session.id", "=", id).executeTakeFirst();
    return row && endOf(row) > this.options.clock.now() ? row : undefined;
  }

  async isAlive(id: number): Promise<boolean> {
    return await this.find(id) !== undefined;
  }

  /** Returns the active sessions of an account, last seen first. */
  async list(accountId: number, currentId: number): Promise<BareSession[]> {
    const rows = await this.options.db.selectFrom("session").selectAll().where("account_id", "=", accountId)
      .orderBy("last_seen_at", "desc").orderBy("id", "desc").execute();
    const living = rows.filter((row) => endOf(row) > this.options.clock.now());
    return living.map((row) => toEntry(row, currentId));
  }

  setLanguage(id: number, language: Language): Promise<void> {
    return this.#update(id, { language });
  }

  /** Ends a session and publishes it, so that its open streams close; returns whether it existed. */
  async end(id: number): Promise<boolean> {
    const { numDeletedRows } = await this.options.db.deleteFrom("session").where("id", "=", id)
      .executeTakeFirst();
    const existed = numDeletedRows > 0n;
    if (existed) this.#publish("session:ended", id);
    return existed;
  }

  async endOthers(accountId: number, currentId: number): Promise<void> {
    await this.#endAll(accountId, currentId);
  }

  /** Ends all sessions of an account; returns their number. */
  async endAllOf(accountId: number): Promise<number> {
    return await this.#endAll(accountId, null);
  }

  /** Publishes that the sessions of an account may do something else now, so that their streams open again. */
  async notifyChanged(accountId: number): Promise<void> {
    const rows = await this.options.db.selectFrom("session").select("id").where("account_id", "=", accountId)
      .execute();
    for (const { id } of rows) this.#publish("session:changed", id);
  }

  /** Records that the user of a session has just re-authenticated. */
  prove(id: number): Promise<void> {
    return this.#update(id, { proven_at: this.options.clock.now() });
  }

  /** Housekeeping job: deletes expired sessions. */
  async endExpired(): Promise<void> {
    const now = this.options.clock.now();
    const rows = await this.options.db.selectFrom("session").select("id").where((where) =>
      where.or([where("expires_at", "<=", now), where("last_seen_at", "<=", now - SESSION_IDLE_MS)])
    ).execute();
    for (const { id } of rows) await this.end(id);
  }

  #withAccount() {
    return this.options.db.selectFrom("session").innerJoin("account", "account.id", "session.account_id")
      .selectAll("session")
      .select(["account.username", "account.avatar_hash", "account.created_at as account_created_at"])
      .select(["account.role", "account.labels_json", "account.preferences_json"])
      .where("account.disabled_at", "is", null);
  }

  async #update(
    id: number,
    change: Partial<Pick<SessionRow, "last_seen_at" | "language" | "proven_at">>,
  ): Promise<void> {
    await this.options.db.updateTable("session").set(change).where("id", "=", id).execute();
  }

  async #endAll(accountId: number, except: number | null): Promise<number> {
    let query = this.options.db.deleteFrom("session").where("account_id", "=", accountId).returning("id");
    if (except !== null) query = query.where("id", "!=", except);
    const rows = await query.execute();
    for (const { id } of rows) this.#publish("session:ended", id);
    return rows.length;
  }

  #publish(type: "session:ended" | "session:changed", id: number): void {
    const at = isoTime(this.options.clock.now());
    this.options.bus.publish({ topic: "session", type, id, version: 0, at });
  }
}

/** Returns the labels for which the role of an account holds; null for the whole panel. */
export function labelsOf({ labels_json }: { labels_json: string | null }): string[] | null {
  // Unreadable labels are those of no task.
  return labels_json === null ? null : storedJson<string[]>(labels_json, []);
}

/** Returns when a session ends unless it is used again, in ms since the epoch. */
export function endOf(row: Pick<SessionRow, "expires_at" | "last_seen_at">): number {
  return Math.min(row.expires_at, row.last_seen_at + SESSION_IDLE_MS);
}

function toEntry(row: SessionRow, currentId: number): BareSession {
  return {
    id: row.id,
    current: row.id === currentId,
    ip: row.ip,
    userAgent: row.user_agent,
    createdAt: isoTime(row.created_at),
    lastSeenAt: isoTime(row.last_seen_at),
    expiresAt: isoTime(endOf(row)),
  };
}

/**
 * Returns the authenticator for the session cookie. A session that a proxy opened counts only where the proxy names the same
 * person: the proxy's logout, and another person in the same browser, end it.
 */
export function authenticateSession(
  sessions: Sessions,
  { cookie, namedByProxy }: {
    cookie: SessionCookie;
    namedByProxy(request: Request, peer: string | null): string | null;
  },
): Authenticator {
  return async (request, { peer, local }) => {
    const token = cookie.read(request);
    if (token === undefined) return null;
    if (token.startsWith(HEADER_PREFIX)) return { refusal: "session_expired" };
    const session = await sessions.use(token);
    const isForeign = session?.way === "proxy" &&
      namedByProxy(request, local ? null : peer) !== session.username;
    return isForeign ? { refusal: "session_expired" } : verdictOf(session);
  };
}

/** Returns the authenticator for `Bearer session.<token>`, with which old programs log in as a user. */
export function authenticateSessionHeader(sessions: Sessions): Authenticator {
  return async (request) => {
    const [, token] = /^Bearer (session\..*)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
    return token === undefined ? null : verdictOf(await sessions.use(token));
  };
}

function verdictOf(session: SessionWithAccount | undefined): Verdict {
  if (!session) return { refusal: "session_expired" };
  const { role } = session;
  const labels = labelsOf(session);
  const caller = {
    kind: "person",
    accountId: session.account_id,
    sessionId: session.id,
    provenAt: session.proven_at,
    ...{ role, labels, scopes: permissionsOf(role, labels) },
  } as const;
  return { caller, language: session.language };
}

export interface SessionUser {
  accountId: number;
  sessionId: number;
  client: Client;
}

interface UserRequest {
  caller: Caller;
  ip: string;
  request: Request;
}

/**
 * Returns the user behind a request. The guard ensures that only users reach routes with access `account`. Throws
 * `person_required` for the command line, which has neither an account nor a session.
 */
export function requireUser(caller: Caller): Person {
  if (caller.kind === "operator") throw new AppError("person_required");
  if (caller.kind !== "person") throw new Error(`a ${caller.kind} reached a route for users`);
  return caller;
}

export function userOf(input: UserRequest): SessionUser {
  const { accountId, sessionId } = requireUser(input.caller);
  return { accountId, sessionId, client: clientOf(input) };
}

export function clientOf({ ip, request }: Pick<UserRequest, "ip" | "request">): Client {
  return {
    ip,
    userAgent: request.headers.get("user-agent") ?? "",
    browser: readCookie(request, BROWSER_COOKIE),
  };
}
