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
/** However busy, a session ends then. */
export const SESSION_LIFE_MS = 30 * DAY_MS;
/** Unused for so long, a session ends. */
export const SESSION_IDLE_MS = 7 * DAY_MS;

export interface SessionOptions {
  db: Database;
  bus: Bus;
  clock: Clock;
}

/** A session as its owner sees it, without what is worked out from its address and user agent. */
export type BareSession = Omit<SessionEntry, "address" | "local" | "device">;

/** Who is logged in, and until when. The database keeps a hash of each token, so reading it lets nobody in. */
export class Sessions {
  readonly #db: Database;
  readonly #bus: Bus;
  readonly #clock: Clock;

  constructor({ db, bus, clock }: SessionOptions) {
    this.#db = db;
    this.#bus = bus;
    this.#clock = clock;
  }

  /** Opens a session for an account; answers its id and the token, which is nowhere else. */
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

  /** Finds the living session of a token and notes, at most once a minute, that it was used. */
  async use(token: string): Promise<store.SessionWithAccount | undefined> {
    const row = await store.findByToken(this.#db, sha256(token));
    const now = this.#clock.now();
    if (!row || endOf(row) <= now) return undefined;
    // Also when the clock was set back, else the session would seem used in the future and never grow idle.
    if (Math.abs(now - row.last_seen_at) >= MINUTE_MS) {
      await unlessFull(store.touchSession(this.#db, row.id, now));
    }
    return row;
  }

  /** Finds a living session by its id. */
  async find(id: number): Promise<store.SessionWithAccount | undefined> {
    const row = await store.findById(this.#db, id);
    return row && endOf(row) > this.#clock.now() ? row : undefined;
  }

  /** Tells whether a session has neither ended nor run out. */
  async isAlive(id: number): Promise<boolean> {
    return await this.find(id) !== undefined;
  }

  /** Lists the living sessions of an account, last seen first. */
  async list(accountId: number, currentId: number): Promise<BareSession[]> {
    const rows = await store.listOfAccount(this.#db, accountId);
    const living = rows.filter((row) => endOf(row) > this.#clock.now());
    return living.map((row) => toEntry(row, currentId));
  }

  /** Sets the language a session is answered in. */
  setLanguage(id: number, language: Language): Promise<void> {
    return store.setLanguage(this.#db, id, language);
  }

  /** Ends a session and says so, that its open streams close; tells whether there was one. */
  async end(id: number): Promise<boolean> {
    const was = await store.removeSession(this.#db, id);
    if (was) this.#publishEnded(id);
    return was;
  }

  /** Ends all sessions of an account but one. */
  async endOthers(accountId: number, currentId: number): Promise<void> {
    for (const id of await store.removeOthers(this.#db, accountId, currentId)) this.#publishEnded(id);
  }

  /** Notes that whoever holds a session has just shown a password or a code. */
  prove(id: number): Promise<void> {
    return store.setProven(this.#db, id, this.#clock.now());
  }

  /** Removes the sessions that have run out; for the housekeeping. */
  async endExpired(): Promise<void> {
    const now = this.#clock.now();
    for (const id of await store.listExpired(this.#db, now, now - SESSION_IDLE_MS)) await this.end(id);
  }

  #publishEnded(id: number): void {
    const at = new Date(this.#clock.now()).toISOString();
    this.#bus.publish({ topic: "session", type: "session:ended", id, version: 0, at });
  }
}

/** Answers when a session ends unless it is used again, in milliseconds UTC. */
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
