import type { SessionEntry } from "../../contract/auth.ts";
import type { Language } from "../../contract/settings.ts";
import type { Bus } from "../../engine/bus.ts";
import type { Database } from "../../engine/store.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Client } from "../login_log/service.ts";
import * as store from "./session_store.ts";
import { unlessFull } from "../../platform/storage/storage_full.ts";
import { newToken, sha256 } from "./tokens.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A session expires after this time even if it is in use, in ms. */
export const SESSION_LIFE_MS = 30 * DAY_MS;
/** A session expires after this time without use, in ms. */
export const SESSION_IDLE_MS = 7 * DAY_MS;

export interface SessionOptions {
  db: Database;
  bus: Bus;
  clock: Clock;
}

/** A session as shown to its owner, without what is derived from its address and user agent. */
export type BareSession = Omit<SessionEntry, "address" | "local" | "device">;

/** Manages sessions. The database stores only a hash of each token, so reading it grants no access. */
export class Sessions {
  readonly #db: Database;
  readonly #bus: Bus;
  readonly #clock: Clock;

  constructor({ db, bus, clock }: SessionOptions) {
    this.#db = db;
    this.#bus = bus;
    this.#clock = clock;
  }

  /** Opens a session for an account; returns its id and the token, which is not stored. */
  async open(accountId: number, { ip, userAgent }: Client, language: Language | null = null) {
    const now = this.#clock.now();
    const token = newToken();
    const id = await store.addSession(this.#db, {
      account_id: accountId,
      token_hash: sha256(token),
      language,
      ip,
      user_agent: userAgent.slice(0, 500),
      created_at: now,
      last_seen_at: now,
      expires_at: now + SESSION_LIFE_MS,
      proven_at: now,
    });
    return { id, token };
  }

  /** Returns the active session of a token and records its use at most once a minute. */
  async use(token: string): Promise<store.SessionWithAccount | undefined> {
    const row = await store.findByToken(this.#db, sha256(token));
    const now = this.#clock.now();
    if (!row || endOf(row) <= now) return undefined;
    // Also if the clock was set back; otherwise the last use would be in the future and the session would
    // never become idle.
    if (Math.abs(now - row.last_seen_at) >= MINUTE_MS) {
      await unlessFull(store.touchSession(this.#db, row.id, now));
    }
    return row;
  }

  /** Returns an active session by id. */
  async find(id: number): Promise<store.SessionWithAccount | undefined> {
    const row = await store.findById(this.#db, id);
    return row && endOf(row) > this.#clock.now() ? row : undefined;
  }

  /** Returns whether a session is active. */
  async isAlive(id: number): Promise<boolean> {
    return await this.find(id) !== undefined;
  }

  /** Returns the active sessions of an account, last seen first. */
  async list(accountId: number, currentId: number): Promise<BareSession[]> {
    const rows = await store.listOfAccount(this.#db, accountId);
    const living = rows.filter((row) => endOf(row) > this.#clock.now());
    return living.map((row) => toEntry(row, currentId));
  }

  /** Sets the language of the responses to a session. */
  setLanguage(id: number, language: Language): Promise<void> {
    return store.setLanguage(this.#db, id, language);
  }

  /** Ends a session and publishes it, so that its open streams close; returns whether it existed. */
  async end(id: number): Promise<boolean> {
    const was = await store.removeSession(this.#db, id);
    if (was) this.#publishEnded(id);
    return was;
  }

  /** Ends all sessions of an account but one. */
  async endOthers(accountId: number, currentId: number): Promise<void> {
    for (const id of await store.removeOthers(this.#db, accountId, currentId)) this.#publishEnded(id);
  }

  /** Records that the user of a session has just entered a correct password or code. */
  prove(id: number): Promise<void> {
    return store.setProven(this.#db, id, this.#clock.now());
  }

  /** Housekeeping job: deletes expired sessions. */
  async endExpired(): Promise<void> {
    const now = this.#clock.now();
    for (const id of await store.listExpired(this.#db, now, now - SESSION_IDLE_MS)) await this.end(id);
  }

  #publishEnded(id: number): void {
    const at = new Date(this.#clock.now()).toISOString();
    this.#bus.publish({ topic: "session", type: "session:ended", id, version: 0, at });
  }
}

/** Returns when a session ends unless it is used again, in ms since the epoch. */
export function endOf(row: Pick<store.SessionRow, "expires_at" | "last_seen_at">): number {
  return Math.min(row.expires_at, row.last_seen_at + SESSION_IDLE_MS);
}

function toEntry(row: store.SessionRow, currentId: number): BareSession {
  return {
    id: row.id,
    current: row.id === currentId,
    ip: row.ip,
    userAgent: row.user_agent,
    createdAt: new Date(row.created_at).toISOString(),
    lastSeenAt: new Date(row.last_seen_at).toISOString(),
    expiresAt: new Date(endOf(row)).toISOString(),
  };
}
