import { AppError } from "../../contract/app_error.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { LoginAttemptTable } from "../../migrations/tables.ts";
import type { Clock } from "../../platform/clock.ts";
import { sha256 } from "./tokens.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const FAILURE_MEMORY_MS = DAY_MS;
/** How long somebody who came in is known. */
export const SUCCESS_MEMORY_MS = 30 * DAY_MS;
/** Failures a network may have before it has to wait. */
const FREE_FAILURES = 5;
/** The same while a name is under attack from many networks. */
const FREE_FAILURES_UNDER_ATTACK = 1;
/** So many failures for one name within the window mean an attack. */
const ATTACK_FAILURES = 50;
const ATTACK_WINDOW_MS = 15 * MINUTE_MS;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * MINUTE_MS;
/** Networks kept in memory as waiting; beyond it the database is asked again. */
const MOST_WAITING = 10_000;

export interface Attempt {
  door: LoginAttemptTable["door"];
  /** Who tries: see `networkOf`, `KnownBrowsers`. */
  network: string;
  /** Whom they try to be. */
  name: string;
}

/** An attempt that may go on. */
export interface Admission {
  id: number;
  /** Who goes first when many wait, lowest first: networks that were right before, then by recent failures. */
  rank: number;
}

/**
 * Slows down guessing. Waits grow per network, never per account alone, so a stranger's guesses cannot lock out the owner;
 * what is kept are attempts, so a restart forgets nothing.
 */
export class LoginLimits {
  readonly #db: Database;
  readonly #clock: Clock;
  /** Until when a network has to wait, by the monotonic clock: a flood is turned away without asking the database. */
  readonly #waiting = new Map<string, number>();

  constructor({ db, clock }: { db: Database; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * Lets an attempt go on, noted as failed until `succeed`. Throws `too_many_requests` while its network must wait; the first to be
   * told so calls `onWait`.
   */
  async admit(attempt: Attempt, onWait?: () => Promise<void>): Promise<Admission> {
    const key = `${attempt.door} ${attempt.network}`;
    const left = (this.#waiting.get(key) ?? 0) - this.#clock.monotonic();
    if (left > 0) throw tooMany(left);
    const verdict = await this.#db.transaction().execute((tx) => decide(tx, attempt, this.#clock.now()));
    if ("id" in verdict) return verdict;
    const isFirst = (this.#waiting.get(key) ?? 0) <= this.#clock.monotonic();
    if (this.#waiting.size >= MOST_WAITING) this.#waiting.clear();
    this.#waiting.set(key, this.#clock.monotonic() + verdict.waitMs);
    if (isFirst) await onWait?.();
    throw tooMany(verdict.waitMs);
  }

  /** Notes that an attempt was right, which ends the waits of its network. */
  async succeed({ id }: Admission): Promise<void> {
    await this.#db.updateTable("login_attempt").set({ succeeded: 1 }).where("id", "=", id).execute();
  }

  /** Forgets an attempt that was neither right nor wrong: something is still asked for. */
  async forget({ id }: Admission): Promise<void> {
    await this.#db.deleteFrom("login_attempt").where("id", "=", id).execute();
  }
}

async function decide(tx: Tx, attempt: Attempt, now: number): Promise<Admission | { waitMs: number }> {
  await forget(tx, now);
  const { door, network } = attempt;
  const nameHash = sha256(attempt.name.toLowerCase());
  const { failures, lastAt, isKnown } = await failuresOfNetwork(tx, attempt);
  const underAttack = await failuresOfName(tx, { door, nameHash, now }) >= ATTACK_FAILURES;
  const waitMs = waitAfter(failures, underAttack) - (now - lastAt);
  if (waitMs > 0) return { waitMs };
  // Noted before the check, not after: parallel guesses count each other.
  const row = { door, network, username_hash: nameHash, succeeded: 0, at: now } as const;
  const { id } = await tx.insertInto("login_attempt").values(row).returning("id").executeTakeFirstOrThrow();
  return { id, rank: isKnown ? -1 : failures };
}

function tooMany(waitMs: number): AppError {
  return new AppError("too_many_requests", { seconds: Math.ceil(waitMs / 1000) });
}

function waitAfter(failures: number, underAttack: boolean): number {
  const beyond = failures - (underAttack ? FREE_FAILURES_UNDER_ATTACK : FREE_FAILURES);
  return beyond < 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** beyond, LONGEST_WAIT_MS);
}

// Rows of the future come from a clock that was set back; kept, they would make somebody wait until then.
async function forget(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom("login_attempt").where("at", "<", now - FAILURE_MEMORY_MS).where("succeeded", "=", 0)
    .execute();
  await tx.deleteFrom("login_attempt").where("at", "<", now - SUCCESS_MEMORY_MS).execute();
  await tx.deleteFrom("login_attempt").where("at", ">", now).execute();
}

async function failuresOfNetwork(tx: Tx, { door, network }: Attempt) {
  const mine = tx.selectFrom("login_attempt").where("door", "=", door).where("network", "=", network);
  const success = await mine.select(({ fn }) => fn.max("id").as("id")).where("succeeded", "=", 1)
    .executeTakeFirst();
  const row = await mine.where("id", ">", success?.id ?? 0)
    .select(({ fn }) => [fn.countAll<number>().as("failures"), fn.max("at").as("last_at")])
    .executeTakeFirstOrThrow();
  const isKnown = (success?.id ?? null) !== null;
  return { failures: Number(row.failures), lastAt: Number(row.last_at ?? 0), isKnown };
}

async function failuresOfName(tx: Tx, of: { door: Attempt["door"]; nameHash: string; now: number }) {
  const row = await tx.selectFrom("login_attempt")
    .where("door", "=", of.door).where("username_hash", "=", of.nameHash)
    .where("succeeded", "=", 0).where("at", ">=", of.now - ATTACK_WINDOW_MS)
    .select(({ fn }) => fn.countAll<number>().as("failures")).executeTakeFirstOrThrow();
  return Number(row.failures);
}
