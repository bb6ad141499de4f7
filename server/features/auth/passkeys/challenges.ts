import { Buffer } from "node:buffer";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../../platform/clock.ts";

/** So long a browser may take to answer (milliseconds). */
export const CHALLENGE_LIFE_MS = 5 * 60_000;
const NONCE_BYTES = 10;
const TIME_BYTES = 6;
const SEAL_BYTES = 16;

/**
 * What browsers are asked to sign. Each counts once, for a short time, and for the browser that was asked. A challenge carries its own
 * end and a seal over it, so that asking keeps nothing: strangers who ask without end take no room from anybody. Only those that were
 * answered are remembered, until they end; the key goes with the process, and so does what was asked before.
 */
export class Challenges {
  readonly #clock: Clock;
  readonly #key = randomBytes(32);
  /** Used challenges and when they end, oldest use first. */
  readonly #used = new Map<string, number>();

  constructor({ clock }: { clock: Clock }) {
    this.#clock = clock;
  }

  /** Makes a challenge for whoever can show `holder`. */
  ask(holder: string): string {
    const body = Buffer.alloc(NONCE_BYTES + TIME_BYTES);
    randomBytes(NONCE_BYTES).copy(body);
    // Not the wall clock: setting it must neither end a challenge nor bring one back.
    body.writeUIntBE(Math.ceil(this.#clock.monotonic()) + CHALLENGE_LIFE_MS, NONCE_BYTES, TIME_BYTES);
    return Buffer.concat([body, this.#seal(body, holder)]).toString("base64url");
  }

  /** Uses a challenge up; tells whether it was open for this holder. Of many at once one is told so. */
  take(challenge: string, holder: string): boolean {
    const now = this.#clock.monotonic();
    this.#forgetEnded(now);
    const bytes = Buffer.from(challenge, "base64url");
    if (bytes.length !== NONCE_BYTES + TIME_BYTES + SEAL_BYTES) return false;
    const body = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
    if (!timingSafeEqual(bytes.subarray(body.length), this.#seal(body, holder))) return false;
    const end = body.readUIntBE(NONCE_BYTES, TIME_BYTES);
    // Written one way only: the same bytes may be spelled in several.
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
