// Which panel decides. The lock belongs to a connection of its own, so it is free as soon as its holder is gone. A holder that
// cannot reach the database gives up before the database could give the lock away; one that is paused is disconnected by
// the others, and whatever it still tries to write is fenced by the ledger.
import pg from "pg";
import type { Base } from "../../engine/base.ts";
import type { Timer } from "../../platform/clock.ts";
import { databaseLocks } from "../../platform/postgres/database_locks.ts";
import { endConnection } from "../../platform/postgres/end_connection.ts";

const LOCK = databaseLocks.decide;
/** Name of the connection, followed by the number of its node. */
const APPLICATION = "sundial leader ";
const TRY_MS = 1_000;
const CHECK_MS = 2_000;
const CHECK_LIMIT_MS = 3_000;

export interface LeaderLockOptions extends Pick<Base, "clock" | "logger"> {
  url: string;
  /** This node; its connection bears its number. */
  nodeId: number;
  /** Returns whether a node that holds the lock has been silent for too long; it is disconnected then. */
  isSilent(nodeId: number): Promise<boolean>;
  /**
   * Neither may wait for the database: the lock is watched meanwhile. `isFirst`: since this process started, no other panel has
   * held the lock.
   */
  onAcquired(isFirst: boolean): void;
  onLost(): void;
}

export class LeaderLock {
  #client: pg.Client | undefined;
  #held = false;
  #isFirst = true;
  #timer: Timer | undefined;
  #step: Promise<void> | undefined;
  #hurried = false;
  #closed = false;

  constructor(private readonly options: LeaderLockOptions) {}

  get isHeld(): boolean {
    return this.#held;
  }

  /** Tries to acquire the lock, once now and then again and again. Resolves after the first attempt. */
  async open(): Promise<void> {
    await this.#next();
  }

  /** Gives the lock up, so that another panel takes over at once. Call it once nothing is decided any more. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#timer?.cancel();
    await this.#step;
    this.#held = false;
    await this.#disconnect();
  }

  /** Gives the lock up and tries to acquire it again later. */
  async resign(): Promise<void> {
    await this.#lose();
  }

  // One step at a time; a lost connection makes the next one begin at once.
  async #next(): Promise<void> {
    this.#timer?.cancel();
    this.#hurried = false;
    this.#step = this.#held ? this.#check() : this.#try();
    await this.#step;
    this.#step = undefined;
    if (this.#closed) return;
    const delayMs = this.#hurried ? 0 : this.#held ? CHECK_MS : TRY_MS;
    this.#timer = this.options.clock.after(delayMs, () => void this.#next());
  }

  async #try(): Promise<void> {
    try {
      const client = this.#client ??= await this.#connect();
      const locked = await this.#inTime(
        client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [LOCK]),
      );
      if (this.#closed) return;
      if (!locked.rows[0]?.locked) return await this.#disconnectSilentHolder(client);
      this.#held = true;
      this.options.logger.info("this panel plans from now on");
      this.options.onAcquired(this.#isFirst);
      this.#isFirst = false;
    } catch (error) {
      if (this.#closed) return;
      this.options.logger.warn("failed to ask whether this panel plans", { error });
      await this.#disconnect();
    }
  }

  // A paused process keeps its connection, and with it the lock. So does one whose machine lost its power, for a while: when it
  // was this node, it has been replaced by this process.
  async #disconnectSilentHolder(client: pg.Client): Promise<void> {
    const { rows: [holder] } = await this.#inTime(client.query<{ pid: number; name: string }>(
      `select pid, application_name as name from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and objsubid = 1 and granted
        and pg_locks.database = (select oid from pg_database where datname = current_database())
        and (pg_locks.classid::bigint << 32 | pg_locks.objid::bigint) = $1`,
      [LOCK],
    ));
    if (!holder) return;
    const nodeId = Number(holder.name.slice(APPLICATION.length));
    const isOwn = nodeId === this.options.nodeId;
    if (!isOwn) this.#isFirst = false;
    if (!Number.isInteger(nodeId) || !isOwn && !await this.options.isSilent(nodeId)) return;
    this.options.logger.warn("the panel that plans is silent; taking over", { node: nodeId });
    await this.#inTime(client.query("select pg_terminate_backend($1)", [holder.pid]));
  }

  async #check(): Promise<void> {
    try {
      if (!this.#client) throw new Error("the connection is lost");
      await this.#inTime(this.#client.query("select 1"));
    } catch (error) {
      if (this.#closed) return;
      this.options.logger.warn("this panel no longer plans: the database cannot be reached", { error });
      await this.#lose();
    }
  }

  async #lose(): Promise<void> {
    if (this.#held) {
      this.#held = false;
      this.options.onLost();
    }
    await this.#disconnect();
  }

  async #inTime<T>(result: Promise<T>): Promise<T> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = this.options.clock.after(
      CHECK_LIMIT_MS,
      () => reject(new Error("the database did not answer in time")),
    );
    // Whichever comes second must not count as unhandled.
    result.catch(() => {});
    try {
      return await Promise.race([result, late]);
    } finally {
      timer.cancel();
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.options.url,
      application_name: `${APPLICATION}${this.options.nodeId}`,
      keepAlive: true,
      connectionTimeoutMillis: CHECK_LIMIT_MS,
    });
    client.on("error", () => this.#connectionLost(client));
    client.on("end", () => this.#connectionLost(client));
    await client.connect();
    return client;
  }

  #connectionLost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    if (!this.#held || this.#closed) return;
    this.#hurried = true;
    if (this.#step === undefined) void this.#next();
  }

  async #disconnect(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    if (client) await endConnection(client);
  }
}
