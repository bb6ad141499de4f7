import { Buffer } from "node:buffer";
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

interface Cost {
  N: number;
  r: number;
  p: number;
}

const COST: Cost = { N: 2 ** 15, r: 8, p: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Hashes passwords and compares them. Cost is a parameter only so that tests need not wait. */
export class Passwords {
  readonly #cost: Cost;
  readonly #decoy: string;

  constructor(cost: Cost = COST) {
    this.#cost = cost;
    this.#decoy = format(cost, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));
  }

  /** Hashes a password into `scrypt$N$r$p$salt$hash`. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    return format(this.#cost, salt, await derive(password, salt, this.#cost));
  }

  /**
   * Tells whether a password is the hashed one. Without a hash, for a name nobody has, it works as long and answers no.
   * Throws when the hash is not in our format.
   */
  async verify(password: string, hash: string | undefined): Promise<boolean> {
    const { cost, salt, expected } = parse(hash ?? this.#decoy);
    const same = timingSafeEqual(await derive(password, salt, cost), expected);
    return same && hash !== undefined;
  }
}

function derive(password: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> {
  // scrypt needs 128·N·r bytes; the default ceiling is exactly that, and not enough.
  const options = { N, r, p, maxmem: 256 * N * r };
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  // One way to write what can be typed in several, so that another keyboard still gets in.
  scrypt(password.normalize("NFKC"), salt, HASH_BYTES, options, (fault, key) => {
    if (fault) reject(fault);
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
