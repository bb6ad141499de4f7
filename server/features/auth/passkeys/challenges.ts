// Which browser may respond to a passkey challenge, under which host name, and for how long.
import { Buffer } from "node:buffer";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import type { Database } from "../../../engine/store.ts";
import type { SessionCookie } from "../../../http/session_cookie.ts";
import type { Clock } from "../../../platform/clock.ts";
import { isLoopbackName } from "../../../platform/networks.ts";
import { newToken } from "../../../platform/tokens.ts";

/** How long a browser may take to respond, in ms. */
export const CHALLENGE_LIFE_MS = 5 * 60_000;
const NONCE_BYTES = 10;
const TIME_BYTES = 6;
const SEAL_BYTES = 16;

/** The panel under one host name, for which a passkey is registered. */
export interface RelyingParty {
  /** Host name as the browser sees it, without the port. */
  host: string;
  /** Origins whose pages may use its passkeys. */
  origins: readonly string[];
}

/**
 * Returns the relying party for the host name that a browser uses; null if passkeys are unavailable, which is
 * the case for IP addresses. The host check has already validated the name.
 */
export function relyingPartyOf(request: Request, publicUrl: URL | null): RelyingParty | null {
  const host = publicUrl?.host ?? request.headers.get("host") ?? new URL(request.url).host;
  if (!URL.canParse(`https://${host}`)) return null;
  const { hostname, origin } = new URL(`https://${host}`);
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) return null;
  // Except on the local machine, browsers offer passkeys over https only; a proxy that terminates TLS calls
  // the panel over http.
  const local = isLoopbackName(hostname) ? [new URL(`http://${host}`).origin] : [];
  const origins = publicUrl ? [publicUrl.origin] : [origin, ...local];
  return { host: hostname, origins };
}

/** The browser that requests a challenge or responds to one. */
export interface PasskeyClient {
  party: RelyingParty | null;
  /** A value that only this browser has. */
  holder: string;
}

/** Reads from a request what passkeys need: the host name of the panel and the identity of the browser. */
export class PasskeyEndpoint {
  constructor(private readonly options: { cookie: SessionCookie; publicUrl: URL | null }) {}

  party(request: Request): RelyingParty | null {
    return relyingPartyOf(request, this.options.publicUrl);
  }

  /** Returns who responds to a challenge; a browser without the cookie cannot match any. */
  read(request: Request): PasskeyClient {
    return this.#clientOf(request, this.options.cookie.read(request) ?? "");
  }

  /**
   * Returns who requests a challenge, and the headers that identify the browser when it responds. Several
   * tabs share the cookie.
   */
  identify(request: Request): { client: PasskeyClient; headers: Record<string, string> } {
    const token = this.options.cookie.read(request) || newToken();
    return {
      client: this.#clientOf(request, token),
      headers: { "set-cookie": this.options.cookie.keep(token, CHALLENGE_LIFE_MS) },
    };
  }

  #clientOf(request: Request, token: string): PasskeyClient {
    return { party: this.party(request), holder: `browser ${token}` };
  }
}

/** What panels that share a database have in common. */
export interface SharedChallenges {
  key: Uint8Array;
  /** Notes that a challenge is used, until it expires; returns whether it was not used before. */
  use(challenge: string, times: { end: number; now: number }): Promise<boolean>;
}

export function sharedChallenges(db: Database, key: Uint8Array): SharedChallenges {
  return {
    key,
    async use(challenge, { end, now }) {
      await db.deleteFrom("used_challenge").where("expires_at", "<=", now).execute();
      const { numInsertedOrUpdatedRows } = await db.insertInto("used_challenge")
        .values({ challenge, expires_at: end }).onConflict((on) => on.column("challenge").doNothing())
        .executeTakeFirst();
      return Number(numInsertedOrUpdatedRows) === 1;
    },
  };
}

/**
 * The challenges that browsers sign. Each is valid once, for a short time, and only for the browser that
 * requested it. A challenge contains its expiry and a MAC, so requesting one stores nothing, and clients
 * that request endlessly use no memory. Only used challenges are remembered, until they expire. On a single machine, the
 * key ends with the process, and so do earlier challenges; panels that share a database accept those of each other.
 */
export class Challenges {
  readonly #clock: Clock;
  readonly #shared: SharedChallenges | undefined;
  readonly #lifeMs: number;
  readonly #key: Uint8Array;
  /** Used challenges and their expiry, in the order of use. */
  readonly #used = new Map<string, number>();

  constructor(
    { clock, shared, lifeMs = CHALLENGE_LIFE_MS }: {
      clock: Clock;
      shared?: SharedChallenges | undefined;
      lifeMs?: number;
    },
  ) {
    this.#clock = clock;
    this.#shared = shared;
    this.#lifeMs = lifeMs;
    this.#key = shared?.key ?? randomBytes(32);
  }

  /** Returns a challenge that is bound to `holder`. */
  create(holder: string): string {
    const body = Buffer.alloc(NONCE_BYTES + TIME_BYTES);
    randomBytes(NONCE_BYTES).copy(body);
    body.writeUIntBE(Math.ceil(this.#now()) + this.#lifeMs, NONCE_BYTES, TIME_BYTES);
    return Buffer.concat([body, this.#seal(body, holder)]).toString("base64url");
  }

  /**
   * Uses up a challenge; returns whether it was valid for this holder. Of several parallel calls, one
   * succeeds.
   */
  async use(challenge: string, holder: string): Promise<boolean> {
    const now = this.#now();
    this.#forgetExpired(now);
    const bytes = Buffer.from(challenge, "base64url");
    if (bytes.length !== NONCE_BYTES + TIME_BYTES + SEAL_BYTES) return false;
    const body = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
    if (!timingSafeEqual(bytes.subarray(body.length), this.#seal(body, holder))) return false;
    const end = body.readUIntBE(NONCE_BYTES, TIME_BYTES);
    // Normalized, because the same bytes can be encoded in several ways.
    const name = bytes.toString("base64url");
    if (end <= now || this.#used.has(name)) return false;
    if (this.#shared) return await this.#shared.use(name, { end, now });
    this.#used.set(name, end);
    return true;
  }

  // Alone, not the wall clock: setting it must neither expire a challenge nor revive one. Panels have that of the database.
  #now(): number {
    return this.#shared ? this.#clock.now() : this.#clock.monotonic();
  }

  #seal(body: Buffer, holder: string): Buffer {
    return createHmac("sha256", this.#key).update(body).update(holder).digest().subarray(0, SEAL_BYTES);
  }

  #forgetExpired(now: number): void {
    for (const [challenge, end] of this.#used) if (end <= now) this.#used.delete(challenge);
  }
}
