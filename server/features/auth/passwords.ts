import { Buffer } from "node:buffer";
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { CheckQueue } from "./check_queue.ts";

interface Cost {
  N: number;
  r: number;
  p: number;
}

/** As in OWASP's "Password Storage Cheat Sheet": 128 MiB and a few tenths of a second. */
const COST: Cost = { N: 2 ** 17, r: 8, p: 1 };
/** For clients that are known already, see `CheckQueue`. */
const KNOWN_RANK = -1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

export interface VerifyOptions {
  /** Who goes first when many wait: see `CheckQueue`. */
  rank?: number;
  /** An existing hash; a check without a hash takes as long as checking this one. */
  like?: string | undefined;
}

/** Hashes and verifies passwords, at most two at once. The cost is a parameter only to make tests fast. */
export class Passwords {
  readonly #cost: Cost;
  readonly #queue: CheckQueue;

  constructor(cost: Cost = COST, queue: CheckQueue = new CheckQueue()) {
    this.#cost = cost;
    this.#queue = queue;
  }

  /** Hashes a password as `scrypt$N$r$p$salt$hash`. Throws `too_many_requests` if too many wait. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const hash = await this.#queue.run(KNOWN_RANK, () => derive(password, salt, this.#cost));
    return format(this.#cost, salt, hash);
  }

  /**
   * Returns whether a password matches a hash. Without a hash, for an unknown name, it takes as long and
   * returns false. Throws if the hash has another format, and `too_many_requests` if too many wait.
   */
  async verify(password: string, hash: string | undefined, { rank = 0, like }: VerifyOptions = {}) {
    const { cost, salt, expected } = hash === undefined ? this.#decoy(like) : parse(hash);
    const derived = await this.#queue.run(rank, () => derive(password, salt, cost));
    return timingSafeEqual(derived, expected) && hash !== undefined;
  }

  /** Returns whether a hash has a lower cost than new ones. */
  isOutdated(hash: string): boolean {
    const { N, r, p } = parse(hash).cost;
    return N * r * p < this.#cost.N * this.#cost.r * this.#cost.p;
  }

  #decoy(like: string | undefined) {
    const cost = like === undefined ? this.#cost : parse(like).cost;
    return { cost, salt: randomBytes(SALT_BYTES), expected: randomBytes(HASH_BYTES) };
  }
}

function derive(password: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> {
  // scrypt needs 128·N·r bytes; the default limit is exactly that, and not enough.
  const options = { N, r, p, maxmem: 256 * N * r };
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  // Normalized, so that the same password typed on another keyboard matches.
  scrypt(password.normalize("NFKC"), salt, HASH_BYTES, options, (error, key) => {
    if (error) reject(error);
    else resolve(key);
  });
  return promise;
}

function format({ N, r, p }: Cost, salt: Buffer, hash: Buffer): string {
  return ["scrypt", N, r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

function parse(text: string): { cost: Cost; salt: Buffer; expected: Buffer } {
  const [kind, N, r, p, salt, hash] = text.split("$");
  if (kind !== "scrypt" || !salt || !hash) throw new Error("not a password hash of ours");
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64url"),
    expected: Buffer.from(hash, "base64url"),
  };
}
