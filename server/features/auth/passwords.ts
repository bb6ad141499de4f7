import { Buffer } from "node:buffer";
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { CheckQueue } from "./check_queue.ts";

interface Cost {
  N: number;
  r: number;
  p: number;
}

/** As OWASP's "Password Storage Cheat Sheet" has it: 128 MiB and a few tenths of a second. */
const COST: Cost = { N: 2 ** 17, r: 8, p: 1 };
/** Of whoever is known already, see `CheckQueue`. */
const KNOWN_RANK = -1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

export interface VerifyOptions {
  /** Who goes first when many wait: see `CheckQueue`. */
  rank?: number;
  /** A hash that is there; what has nothing to compare takes as long as that one would. */
  like?: string | undefined;
}

/** Hashes passwords and compares them, at most two at once. Cost is a parameter only so that tests need not wait. */
export class Passwords {
  readonly #cost: Cost;
  readonly #queue: CheckQueue;

  constructor(cost: Cost = COST, queue: CheckQueue = new CheckQueue()) {
    this.#cost = cost;
    this.#queue = queue;
  }

  /** Hashes a password into `scrypt$N$r$p$salt$hash`. Throws `too_many_requests` when too many wait. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const hash = await this.#queue.run(KNOWN_RANK, () => derive(password, salt, this.#cost));
    return format(this.#cost, salt, hash);
  }

  /**
   * Tells whether a password is the hashed one. Without a hash, for a name nobody has, it works as long and answers no.
   * Throws when the hash is not in our format, and `too_many_requests` when too many wait.
   */
  async verify(password: string, hash: string | undefined, { rank = 0, like }: VerifyOptions = {}) {
    const { cost, salt, expected } = hash === undefined ? this.#decoy(like) : parse(hash);
    const derived = await this.#queue.run(rank, () => derive(password, salt, cost));
    return timingSafeEqual(derived, expected) && hash !== undefined;
  }

  /** Tells whether a hash was made at a lower cost than new ones are. */
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
  // scrypt needs 128·N·r bytes; the default ceiling is exactly that, and not enough.
  const options = { N, r, p, maxmem: 256 * N * r };
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  // One way to write what can be typed in several, so that another keyboard still gets in.
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
