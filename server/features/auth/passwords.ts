import { Buffer } from "node:buffer";
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { AppError, type FieldIssue } from "../../contract/app_error.ts";
import type { IssueCode } from "../../contract/issue_codes.ts";

/** Parameters of scrypt. */
export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

/** As in OWASP's "Password Storage Cheat Sheet": 128 MiB and a few tenths of a second. */
const COST: PasswordCost = { N: 2 ** 17, r: 8, p: 1 };
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
  readonly #cost: PasswordCost;

  constructor(cost: PasswordCost = COST, private readonly queue: CheckQueue = new CheckQueue()) {
    this.#cost = cost;
  }

  /** Hashes a password as `scrypt$N$r$p$salt$hash`. Throws `too_many_requests` if too many wait. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const hash = await this.queue.run(KNOWN_RANK, () => derive(password, salt, this.#cost));
    return format(this.#cost, salt, hash);
  }

  /**
   * Returns whether a password matches a hash. Without a hash, for an unknown name, it takes as long and
   * returns false. Throws if the hash has another format, and `too_many_requests` if too many wait.
   */
  async verify(password: string, hash: string | undefined, { rank = 0, like }: VerifyOptions = {}) {
    const { cost, salt, expected } = hash === undefined ? this.#decoy(like) : parse(hash);
    const derived = await this.queue.run(rank, () => derive(password, salt, cost));
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

function derive(password: string, salt: Buffer, { N, r, p }: PasswordCost): Promise<Buffer> {
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

function format({ N, r, p }: PasswordCost, salt: Buffer, hash: Buffer): string {
  return ["scrypt", N, r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

function parse(text: string): { cost: PasswordCost; salt: Buffer; expected: Buffer } {
  const [kind, N, r, p, salt, hash] = text.split("$");
  if (kind !== "scrypt" || !salt || !hash) throw new Error("unknown format of a password hash");
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64url"),
    expected: Buffer.from(hash, "base64url"),
  };
}

interface Waiting {
  rank: number;
  start(): void;
  refuse(): void;
}

export interface CheckQueueOptions {
  /** Maximum number of concurrent checks. */
  atOnce: number;
  /**
   * How many of these are reserved for ranks below 0: a client that was authenticated before does not wait
   * for guesses to be computed.
   */
  reserved: number;
  waiting: number;
}

/**
 * Limits how many passwords are hashed at once, because each takes 128 MiB and a good part of a second. The
 * lowest rank goes first, so that a flood of guesses does not block the owner. p-queue can neither reserve a slot
 * for a rank nor drop the last in the queue when it is full.
 */
export class CheckQueue {
  #running = 0;
  #waiting: Waiting[] = [];

  constructor(private readonly options: CheckQueueOptions = { atOnce: 2, reserved: 1, waiting: 16 }) {}

  /**
   * Runs `check` when it is its turn. Throws `too_many_requests` if checks with a lower rank, or earlier
   * ones, fill the queue.
   */
  async run<T>(rank: number, check: () => Promise<T>): Promise<T> {
    if (this.#hasRoomFor(rank)) this.#running++;
    else await this.#wait(rank);
    try {
      return await check();
    } finally {
      this.#running--;
      this.#next();
    }
  }

  #hasRoomFor(rank: number): boolean {
    const { atOnce, reserved } = this.options;
    return this.#running < (rank < 0 ? atOnce : atOnce - reserved);
  }

  #wait(rank: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = () => reject(new AppError("too_many_requests", { seconds: 5 }));
    this.#waiting = [...this.#waiting, { rank, start: resolve, refuse }]
      .sort((a, b) => a.rank - b.rank);
    if (this.#waiting.length > this.options.waiting) this.#waiting.pop()?.refuse();
    return promise;
  }

  // Takes the slot on behalf of the next in the queue, so that a newcomer cannot slip in between.
  #next(): void {
    const [next] = this.#waiting;
    if (next === undefined || !this.#hasRoomFor(next.rank)) return;
    this.#waiting.shift();
    this.#running++;
    next.start();
  }
}

const MIN_LENGTH = 8;
const PRODUCT_NAMES = ["sundial", "日晷"];

/** Returns why a new password is rejected; empty if it is accepted. `path` is its field. */
export function passwordIssues(password: string, path: string): FieldIssue[] {
  const bare = password.normalize("NFKC").trim().toLowerCase();
  const refuse = (code: IssueCode, params = {}): FieldIssue[] => [{ path, code, params }];
  if (bare === "admin") return refuse("password_is_admin");
  if (PRODUCT_NAMES.includes(bare)) return refuse("password_is_product_name");
  // Counted in code points, not UTF-16 units.
  if ([...password].length < MIN_LENGTH) return refuse("too_short", { min: MIN_LENGTH });
  if (commonPasswords.has(bare)) return refuse("password_is_common");
  return [];
}

/** The passwords that attackers try first, in lower case, limited to those that meet the minimum length. */
const commonPasswords: ReadonlySet<string> = new Set(
  `00000000 0123456789 01234567 0987654321 10203040 11111111 1111111111 11223344 112233445566 12121212
  12341234 12345678 123456789 1234567890 12345678910 123123123 123321123 1234qwer 123qweasd 123qweasdzxc
  12qwaszx 13131313 147258369 159357159 1a2b3c4d 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 22222222 31415926
  321321321 33333333 44444444 55555555 5201314520 66666666 77777777 789456123 87654321 88888888 963852741
  987654321 99999999 9876543210 a1234567 a12345678 a123456789 a1b2c3d4 aa123456 aa12345678 abc12345 abc123456
  abcd1234 abcdefgh administrator admin123 admin1234 admin12345 admin123456 adminadmin asdf1234 asdfasdf asdfghjk
  asdfghjkl baseball basketball changeme changeme123 charlie1 computer corvette danielle dearbook diamond1
  dragon123 dragonball football freedom1 iloveyou iloveyou1 internet jennifer jonathan letmein1 letmein123 liverpool
  login123 marlboro master123 maverick metallica michael1 mercedes michelle midnight mustang1 nintendo p@ssw0rd
  p@ssword pa55word pa55w0rd passw0rd password password1 password12 password123 password1234 password! pokemon1
  princess princess1 q1w2e3r4 q1w2e3r4t5 qazwsxedc qwer1234 qwerasdf qwerqwer qwertyui qwertyuiop qwerty12 qwerty123
  qwerty1234 root1234 rootroot samantha secret123 security shadow123 starwars steelers summer123 sunshine sunshine1
  superman superman1 temp1234 test1234 testtest thunder1 toor1234 trustno1 user1234 victoria welcome1 welcome123
  whatever woaini1314 woaini520 zaq12wsx zaq1zaq1 zxcvbnm1 zxcvbnm123 zxcvbnmz`.split(/\s+/),
);
