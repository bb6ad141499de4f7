import type { Database, Tx } from "../../engine/store.ts";
import type { Clock } from "../../platform/clock.ts";
import { isSession, tooMany } from "./login_limits.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Maximum number of codes per pending login. */
const MAX_CHECKS = 10;
/** How long a network waits after its first failed login; doubles with each further one of the day. */
const FIRST_WAIT_MS = MINUTE_MS;
/**
 * Maximum number of six-digit codes per account and day from networks that have never logged in. Of a million
 * codes three are valid at a time, so this many guesses succeed with a probability of 0.3 %. Beyond it, a
 * recovery code still works.
 */
const MAX_CODES_OF_UNKNOWN_NETWORKS = 1000;

/** A login with a correct password that still needs a code. */
export interface PendingLogin {
  accountId: number;
  /** Origin of the attempts: see `networkOf`, `RememberedDevices`, `originOfSession`. */
  network: string;
}

/** Limits attempts at second factor codes. Stored in the database, so a restart resets nothing. */
export class CodeLimits {
  constructor(private readonly options: { db: Database; clock: Clock }) {}

  /**
   * Opens a pending login; returns whether there was none yet. Throws `too_many_requests` while its network
   * must wait.
   */
  open(login: PendingLogin): Promise<boolean> {
    return this.#decide(async (tx, now) => {
      const pending = await findPending(tx, login, now);
      if (pending === undefined) await addPending(tx, login, now);
      return pending === undefined;
    });
  }

  /**
   * Counts an attempt before the code is checked, so that parallel guesses count each other. `guessable`: the
   * code has few possible values. Throws `too_many_requests`.
   */
  admit(login: PendingLogin, guessable: boolean): Promise<void> {
    return this.#decide(async (tx, now) => {
      const pending = await findPending(tx, login, now) ?? await addPending(tx, login, now);
      if (guessable && !await isKnown(tx, login.network)) await refuseBeyondAll(tx, login.accountId);
      const checks = pending.checks + 1;
      const ended_at = checks >= MAX_CHECKS ? now : null;
      await tx.updateTable("pending_login").set({ checks, ended_at }).where("id", "=", pending.id).execute();
    });
  }

  /** Clears the attempts of a network that has logged in. */
  async forgive({ accountId, network }: PendingLogin): Promise<void> {
    await this.options.db.deleteFrom("pending_login").where("account_id", "=", accountId)
      .where("network", "=", network).execute();
  }

  #decide<T>(action: (tx: Tx, now: number) => Promise<T>): Promise<T> {
    const now = this.options.clock.now();
    return this.options.db.transaction().execute(async (tx) => {
      // Rows in the future are from before the clock was set back.
      await tx.deleteFrom("pending_login")
        .where((where) => where.or([where("opened_at", "<", now - DAY_MS), where("opened_at", ">", now)]))
        .execute();
      return await action(tx, now);
    });
  }
}

async function findPending(tx: Tx, { accountId, network }: PendingLogin, now: number) {
  const rows = await tx.selectFrom("pending_login").selectAll().where("account_id", "=", accountId)
    .where("network", "=", network).orderBy("id").execute();
  const dead = rows.flatMap(({ ended_at }) => ended_at === null ? [] : [ended_at]);
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (dead.length - 1), DAY_MS);
  const left = dead.length === 0 ? 0 : dead.at(-1)! + waitMs - now;
  if (left > 0) throw tooMany(left);
  return rows.find(({ ended_at }) => ended_at === null);
}

function addPending(tx: Tx, { accountId, network }: PendingLogin, now: number) {
  const row = { account_id: accountId, network, checks: 0, opened_at: now, ended_at: null };
  return tx.insertInto("pending_login").values(row).returningAll().executeTakeFirstOrThrow();
}

async function refuseBeyondAll(tx: Tx, accountId: number): Promise<void> {
  const { all } = await tx.selectFrom("pending_login").where("account_id", "=", accountId)
    .select(({ fn }) => fn.sum<number>("checks").as("all")).executeTakeFirstOrThrow();
  if (Number(all ?? 0) >= MAX_CODES_OF_UNKNOWN_NETWORKS) throw tooMany(DAY_MS / 24);
}

async function isKnown(tx: Tx, network: string): Promise<boolean> {
  if (isSession(network)) return true;
  const success = await tx.selectFrom("login_attempt").select("id").where("door", "=", "login")
    .where("network", "=", network).where("succeeded", "=", 1).limit(1).executeTakeFirst();
  return success !== undefined;
}
