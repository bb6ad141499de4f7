import { AppError } from "../../contract/app_error.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { LoginAttemptTable } from "../../migrations/account_tables.ts";
import type { Clock } from "../../platform/clock.ts";
import { sitePrefixOf } from "../../platform/networks.ts";
import { sha256 } from "../../platform/tokens.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const FAILURE_MEMORY_MS = DAY_MS;
/** How long an origin that logged in is remembered, in ms. */
export const SUCCESS_MEMORY_MS = 30 * DAY_MS;
/** Failures that a network may have before it has to wait. */
const FREE_FAILURES = 5;
/** The same while a name is under attack from many networks. */
const FREE_FAILURES_UNDER_ATTACK = 1;
/** This many failures for one name within the window count as an attack. */
const ATTACK_FAILURES = 50;
const ATTACK_WINDOW_MS = 15 * MINUTE_MS;
/** Failures per hour for all networks of an IPv6 site. */
const FREE_FAILURES_OF_SITE = 20;
/** Failures per hour of one network for all names, where each name is limited separately. */
const FREE_FAILURES_OF_NAMES = 50;
const GROUP_WINDOW_MS = 60 * MINUTE_MS;
const FIRST_WAIT_MS = 30_000;
const MAX_WAIT_MS = 15 * MINUTE_MS;
/** Maximum number of waiting networks cached in memory; beyond it, the database is queried again. */
const MAX_WAITING = 10_000;

export interface Attempt {
  endpoint: LoginAttemptTable["door"];
  /** Origin of the attempts: see `networkOf`, `RememberedDevices`, `originOfSession`. */
  network: string;
  /** The name to log in as; empty if no name is guessed. */
  name: string;
  /**
   * Whether each name is limited separately: a client that keeps sending a wrong secret must not lock out its
   * neighbors.
   */
  isPerName?: boolean;
}

/** An attempt that may proceed. */
export interface Admission {
  id: number;
  /** Who goes first when many wait, lowest first: origins that succeeded before, then by recent failures. */
  rank: number;
  /** Returns the attempt to the pool of unknown networks; called if it was not a wrong guess. */
  release(): void;
}

/** Returns the origin for a session, which always counts as known. */
export function originOfSession(sessionId: number): string {
  return `session ${sessionId}`;
}

export function isSession(origin: string): boolean {
  return origin.startsWith("session ");
}

/**
 * Slows down guessing. Delays grow per network, never per account alone, so guesses from elsewhere cannot
 * lock out the owner. All unknown networks together have a limited number of attempts; sessions, remembered
 * devices and networks that logged in before have their own. Attempts are stored in the database, so a restart
 * resets nothing.
 */
export class LoginLimits {
  /**
   * Until when an origin or a wider group has to wait, by the monotonic clock: rejects a flood without taking the write lock
   * of the database, whatever names it tries.
   */
  readonly #waiting = new Map<string, number>();
  readonly #pools = new Map<string, UnknownNetworksPool>();
  #reportedSharedUntil = 0;

  constructor(private readonly options: { db: Database; clock: Clock }) {}

  /**
   * Admits an attempt and counts it as failed until `succeed`. Throws `too_many_requests` while its network
   * must wait; the first rejection calls `onWait`.
   */
  async admit(attempt: Attempt, onWait?: () => Promise<void>): Promise<Admission> {
    const own = this.#leftOf(keyOf(attempt, originOf(attempt)));
    if (own > 0) throw tooMany(own);
    const left = Math.max(0, ...groupsOf(attempt).map(({ origin }) => this.#leftOf(keyOf(attempt, origin))));
    if (left > 0 && !await isKnownOrigin(this.options.db, attempt)) throw tooMany(left);
    const pool = this.#poolOf(attempt);
    const verdict = await this.options.db.transaction().execute((tx) =>
      decide(tx, attempt, pool, this.options.clock.now())
    );
    if ("id" in verdict) return verdict;
    const key = keyOf(attempt, verdict.origin);
    const isFirst = this.#leftOf(key) <= 0;
    if (this.#waiting.size >= MAX_WAITING) this.#waiting.clear();
    this.#waiting.set(key, this.options.clock.monotonic() + verdict.waitMs);
    if (isFirst && (!verdict.isShared || this.#shouldRecord())) await onWait?.();
    throw tooMany(verdict.waitMs);
  }

  /** Records that an attempt succeeded, which resets the limits of its network. */
  async succeed({ id, release }: Admission): Promise<void> {
    release();
    await this.options.db.updateTable("login_attempt").set({ succeeded: 1 }).where("id", "=", id).execute();
  }

  /** Deletes an attempt that neither succeeded nor failed, because another factor is still required. */
  async forget({ id, release }: Admission): Promise<void> {
    release();
    await this.options.db.deleteFrom("login_attempt").where("id", "=", id).execute();
  }

  #leftOf(key: string): number {
    return (this.#waiting.get(key) ?? 0) - this.options.clock.monotonic();
  }

  // Otherwise a wait that all unknown networks share would be recorded once for each of them.
  #shouldRecord(): boolean {
    const now = this.options.clock.monotonic();
    if (now < this.#reportedSharedUntil) return false;
    this.#reportedSharedUntil = now + MINUTE_MS;
    return true;
  }

  // Passkeys cannot be guessed, so they do not wait behind password guesses.
  #poolOf({ endpoint, name }: Attempt): UnknownNetworksPool {
    const key = name === "" ? endpoint : `${endpoint} by name`;
    const pool = this.#pools.get(key) ?? new UnknownNetworksPool(this.options.clock);
    this.#pools.set(key, pool);
    return pool;
  }
}

async function decide(
  tx: Tx,
  attempt: Attempt,
  pool: UnknownNetworksPool,
  now: number,
): Promise<Admission | Wait> {
  await forget(tx, now);
  const { endpoint, network } = attempt;
  const nameHash = sha256(attempt.name.toLowerCase());
  const originFailures = await failuresOfOrigin(tx, attempt);
  const isKnown = originFailures.isKnown || isSession(network);
  const underAttack = await failuresOfName(tx, { endpoint, nameHash, now }) >= ATTACK_FAILURES;
  const groups = isKnown ? [] : await failuresOfGroups(tx, attempt, now);
  const free = underAttack ? FREE_FAILURES_UNDER_ATTACK : FREE_FAILURES;
  const waits = [{ ...originFailures, free }, ...groups]
    .map((one) => ({ waitMs: waitAfter(one, now), origin: one.origin, isShared: false }));
  const longest = waits.reduce((a, b) => a.waitMs >= b.waitMs ? a : b);
  if (longest.waitMs > 0) return longest;
  const failures = [originFailures, ...groups].reduce((sum, one) => sum + one.failures, 0);
  const site = sitePrefixOf(network) ?? network;
  const poolWaitMs = isKnown ? 0 : pool.take(site, failures > 0);
  if (poolWaitMs > 0) {
    return { waitMs: poolWaitMs, isShared: true, origin: attempt.isPerName ? site : originOf(attempt) };
  }
  // Stored before the check, so that parallel guesses count each other.
  const row = {
    door: endpoint,
    network: originOf(attempt),
    username_hash: nameHash,
    succeeded: 0,
    at: now,
  } as const;
  const { id } = await tx.insertInto("login_attempt").values(row).returning("id").executeTakeFirstOrThrow();
  const release = () => isKnown ? undefined : pool.giveBack(site);
  return { id, rank: isKnown ? -1 : failures, release };
}

/** Returns the key of attempts that count together. */
function originOf({ network, name, isPerName = false }: Attempt): string {
  return isPerName ? `${network} ${sha256(name).slice(0, 16)}` : network;
}

/** Returns the key of the wait of an origin or a group. */
function keyOf({ endpoint }: Attempt, origin: string): string {
  return `${endpoint} ${origin}`;
}

/** Returns the wider groups that an attempt of an unknown origin counts for: its site, and its network for all names. */
function groupsOf({ network, isPerName = false }: Attempt) {
  if (isSession(network)) return [];
  const site = sitePrefixOf(network);
  return [
    ...(site === null ? [] : [{ origin: site, prefix: site, free: FREE_FAILURES_OF_SITE }]),
    ...(isPerName ? [{ origin: network, prefix: `${network} `, free: FREE_FAILURES_OF_NAMES }] : []),
  ];
}

export function tooMany(waitMs: number): AppError {
  return new AppError("too_many_requests", { seconds: Math.ceil(waitMs / 1000) });
}

/** An attempt that has to wait. */
interface Wait {
  waitMs: number;
  /** The origin or group whose wait it is. */
  origin: string;
  /** Whether all unknown networks share it. */
  isShared: boolean;
}

interface Failures {
  origin: string;
  failures: number;
  /** Time of the latest attempt, in ms since the epoch. */
  lastAt: number;
  /** Failures allowed without a delay. */
  free: number;
}

function waitAfter({ failures, lastAt, free }: Omit<Failures, "origin">, now: number): number {
  const beyond = failures - free;
  return beyond < 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** beyond, MAX_WAIT_MS) - (now - lastAt);
}

// Rows in the future are from before the clock was set back; keeping them would delay logins until then.
async function forget(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom("login_attempt").where("at", "<", now - FAILURE_MEMORY_MS).where("succeeded", "=", 0)
    .execute();
  await tx.deleteFrom("login_attempt").where("at", "<", now - SUCCESS_MEMORY_MS).execute();
  await tx.deleteFrom("login_attempt").where("at", ">", now).execute();
}

async function failuresOfOrigin(tx: Tx, attempt: Attempt) {
  const attempts = tx.selectFrom("login_attempt").where("door", "=", attempt.endpoint)
    .where("network", "=", originOf(attempt));
  const success = await attempts.select(({ fn }) => fn.max("id").as("id")).where("succeeded", "=", 1)
    .executeTakeFirst();
  const row = await attempts.where("id", ">", success?.id ?? 0)
    .select(({ fn }) => [fn.countAll<number>().as("failures"), fn.max("at").as("last_at")])
    .executeTakeFirstOrThrow();
  const isKnown = (success?.id ?? null) !== null;
  return {
    origin: originOf(attempt),
    failures: Number(row.failures),
    lastAt: Number(row.last_at ?? 0),
    isKnown,
  };
}

/** Returns whether an origin has succeeded before, or is a session. */
async function isKnownOrigin(db: Database, attempt: Attempt): Promise<boolean> {
  if (isSession(attempt.network)) return true;
  const row = await db.selectFrom("login_attempt").select("id").where("door", "=", attempt.endpoint)
    .where("network", "=", originOf(attempt)).where("succeeded", "=", 1).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Counts the failures of a wider group: the site of the network, or the network itself. */
function failuresOfGroups(tx: Tx, attempt: Attempt, now: number) {
  const { endpoint } = attempt;
  return Promise.all(
    groupsOf(attempt).map(async ({ origin, prefix, free }): Promise<Failures> => {
      const row = await tx.selectFrom("login_attempt").where("door", "=", endpoint)
        .where("network", ">=", prefix).where("network", "<", `${prefix}\uffff`)
        .where("succeeded", "=", 0).where("at", ">=", now - GROUP_WINDOW_MS)
        .select(({ fn }) => [fn.countAll<number>().as("failures"), fn.max("at").as("last_at")])
        .executeTakeFirstOrThrow();
      return { origin, failures: Number(row.failures), lastAt: Number(row.last_at ?? 0), free };
    }),
  );
}

async function failuresOfName(tx: Tx, of: { endpoint: Attempt["endpoint"]; nameHash: string; now: number }) {
  const row = await tx.selectFrom("login_attempt")
    .where("door", "=", of.endpoint).where("username_hash", "=", of.nameHash)
    .where("succeeded", "=", 0).where("at", ">=", of.now - ATTACK_WINDOW_MS)
    .select(({ fn }) => fn.countAll<number>().as("failures")).executeTakeFirstOrThrow();
  return Number(row.failures);
}

/**
 * Maximum number of attempts of unknown networks at once, and how many of these are reserved for networks without
 * recent attempts.
 */
const CAPACITY = 60;
const RESERVED = 30;
/**
 * One attempt is refilled per interval, in ms: including the capacity, a hundred in the first minute and
 * forty in each further one.
 */
const REFILL_MS = 1500;
/** How long a network counts as having tried recently, in ms. */
const LATELY_MS = 15 * 60_000;
/** Delay for a network that got no attempt, in ms. */
const WAIT_MS = 30_000;
/** Maximum number of networks remembered; beyond it, the oldest are dropped. */
const MAX_TRIED = 20_000;

/**
 * Limits the guesses of all unknown networks together, however many there are. A new one still gets in while
 * a fixed number of others guesses: after their first attempt, these cannot use the reserved ones.
 */
class UnknownNetworksPool {
  readonly #tried = new Map<string, number>();
  #left = CAPACITY;
  #refilledAt: number;

  constructor(private readonly clock: Clock) {
    this.#refilledAt = clock.monotonic();
  }

  /**
   * Takes an attempt for a network; `hasFailed`: it has known failures. Returns 0, or how long it has to wait
   * in ms.
   */
  take(network: string, hasFailed: boolean): number {
    const now = this.clock.monotonic();
    this.#refill(now);
    const isNew = !hasFailed && (this.#tried.get(network) ?? 0) <= now;
    this.#note(network, now);
    if (this.#left <= (isNew ? 0 : RESERVED)) return WAIT_MS;
    this.#left--;
    return 0;
  }

  /** Returns an attempt that was not a guess. */
  giveBack(network: string): void {
    this.#left = Math.min(CAPACITY, this.#left + 1);
    this.#tried.delete(network);
  }

  #refill(now: number): void {
    const steps = Math.floor((now - this.#refilledAt) / REFILL_MS);
    this.#left = Math.min(CAPACITY, this.#left + steps);
    this.#refilledAt += steps * REFILL_MS;
  }

  #note(network: string, now: number): void {
    // Deleted and set again, so that the map is ordered by time.
    this.#tried.delete(network);
    this.#tried.set(network, now + LATELY_MS);
    const [oldest] = this.#tried.keys();
    if (this.#tried.size > MAX_TRIED && oldest !== undefined) this.#tried.delete(oldest);
  }
}
