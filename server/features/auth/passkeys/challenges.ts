import { Buffer } from "node:buffer";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../../platform/clock.ts";

/** How long a browser may take to respond, in ms. */
export const CHALLENGE_LIFE_MS = 5 * 60_000;
const NONCE_BYTES = 10;
const TIME_BYTES = 6;
const SEAL_BYTES = 16;

/**
 * The challenges that browsers sign. Each is valid once, for a short time, and only for the browser that
 * requested it. A challenge contains its expiry and a MAC, so requesting one stores nothing, and strangers
 * who request endlessly use no memory. Only used challenges are remembered, until they expire; the key ends
 * with the process, and so do earlier challenges.
 */
export class Challenges {
  readonly #clock: Clock;
  readonly #key = randomBytes(32);
  /** Used challenges and their expiry, in the order of use. */
  readonly #used = new Map<string, number>();

  constructor({ clock }: { clock: Clock }) {
    this.#clock = clock;
  }

  /** Returns a challenge that is bound to `holder`. */
  ask(holder: string): string {
    const body = Buffer.alloc(NONCE_BYTES + TIME_BYTES);
    randomBytes(NONCE_BYTES).copy(body);
    // Not the wall clock: setting it must neither expire a challenge nor revive one.
    body.writeUIntBE(Math.ceil(this.#clock.monotonic()) + CHALLENGE_LIFE_MS, NONCE_BYTES, TIME_BYTES);
    return Buffer.concat([body, this.#seal(body, holder)]).toString("base64url");
  }

  /**
   * Uses up a challenge; returns whether it was valid for this holder. Of several parallel calls, one
   * succeeds.
   */
  take(challenge: string, holder: string): boolean {
    const now = this.#clock.monotonic();
    this.#forgetEnded(now);
    const bytes = Buffer.from(challenge, "base64url");
    if (bytes.length !== NONCE_BYTES + TIME_BYTES + SEAL_BYTES) return false;
    const body = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
    if (!timingSafeEqual(bytes.subarray(body.length), this.#seal(body, holder))) return false;
    const end = body.readUIntBE(NONCE_BYTES, TIME_BYTES);
    // Normalized, because the same bytes can be encoded in several ways.
    const name = bytes.toString("base64url");
    if (end <= now || this.#used.has(name)) return false;
    this.#used.set(name, end);
    return true;
  }

  #seal(body: Buffer, holder: string): Buffer {
    return createHmac("sha256", this.#key).update(body).update(holder).digest().subarray(0, SEAL_BYTES);
  }

  #forgetEnded(now: number): void {
    for (const [challenge, end] of this.#used) if (end <= now) this.#used.delete(challenge);
  }
}
