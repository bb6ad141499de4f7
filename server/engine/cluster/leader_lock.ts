// Which panel decides. The lock belongs to a connection of its own, so it is free as soon as its holder is gone. A holder that
// cannot reach the database gives up before the database could give the lock away; one that is paused is disconnected by
// the others, and whatever it still tries to write is fenced by the ledger.
import pg from "pg";
import type { Clock, Timer } from "../../platform/clock.ts";
import type { Logger } from "../../platform/logger.ts";
import { databaseLocks } from "../../platform/postgres/database_locks.ts";

const LOCK = databaseLocks.decide;
/** Name of the connection, followed by the number of its node. */
const APPLICATION = "sundial leader ";
const TRY_MS = 1_000;
const CHECK_MS = 2_000;
const CHECK_LIMIT_MS = 3_000;

export interface LeaderLockOptions {
  url: string;
  clock: Clock;
  logger: Logger;
  /** This node; its connection bears its number. */
  nodeId: number;
  /** Returns whether a node that holds the lock has been silent for too long; it is disconnected then. */
  isSilent(nodeId: number): Promise<boolean>;
  onAcquired(): Promise<void>;
  onLost(): Promise<void>;
}

export class LeaderLock {
  readonly #options: LeaderLockOptions;
  #client: pg.Client | undefined;
  #held = false;
  #timer: Timer | undefined;
  #step: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: LeaderLockOptions) {
    this.#options = options;
  }

  get isHeld(): boolean {
    return this.#held;
  }

  /** Tries to acquire the lock, once now and then again and again. Resolves after the first attempt. */
  async open(): Promise<void> {
    await this.#next();
  }

  /** Gives the lock up, so that another panel takes over at once. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#timer?.cancel();
    await this.#step;
    if (this.#held) {
      this.#held = false;
      await this.#options.onLost();
    }
    await this.#disconnect();
  }

  async #next(): Promise<void> {
    this.#step = this.#held ? this.#check() : this.#try();
    await this.#step;
    if (this.#closed) return;
    this.#timer = this.#options.clock.after(this.#held ? CHECK_MS : TRY_MS, () => void this.#next());
  }

  async #try(): Promise<void> {
    try {
      const client = this.#client ??= await this.#connect();
      const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [
        LOCK,
      ]);
      if (rows[0]?.locked) return await this.#acquired();
      await this.#disconnectSilentHolder(client);
    } catch (error) {
      this.#options.logger.warn("failed to ask whether this panel plans", { error });
      await this.#disconnect();
    }
  }

  async #acquired(): Promise<void> {
    this.#held = true;
    this.#options.logger.info("this panel plans from now on");
    try {
      await this.#options.onAcquired();
    } catch (error) {
      this.#options.logger.error("failed to begin planning; another panel may try", { error });
      await this.#lose();
    }
  }

  // A paused process keeps its connection, and with it the lock.
  async #disconnectSilentHolder(client: pg.Client): Promise<void> {
    const { rows: [holder] } = await client.query<{ pid: number; name: string }>(
      `select pid, application_name as name from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and objsubid = 1 and granted
        and pg_locks.database = (select oid from pg_database where datname = current_database())
        and (pg_locks.classid::bigint << 32 | pg_locks.objid::bigint) = $1`,
      [LOCK],
    );
    const nodeId = Number(holder?.name.slice(APPLICATION.length));
    if (!holder || !Number.isInteger(nodeId) || !await this.#options.isSilent(nodeId)) return;
    this.#options.logger.warn("the panel that plans is silent; taking over", { node: nodeId });
    await client.query("select pg_terminate_backend($1)", [holder.pid]);
  }

  async #check(): Promise<void> {
    const { clock } = this.#options;
    const client = this.#client;
    let timer: Timer | undefined;
    try {
      if (!client) throw new Error("the connection is lost");
      const late = new Promise<never>((_, reject) => {
        timer = clock.after(CHECK_LIMIT_MS, () => reject(new Error("the database did not answer in time")));
      });
      await Promise.race([client.query("select 1"), late]);
    } catch (error) {
      if (this.#closed) return;
      this.#options.logger.warn("this panel no longer plans: the database cannot be reached", { error });
      await this.#lose();
    } finally {
      timer?.cancel();
    }
  }

  async #lose(): Promise<void> {
    this.#held = false;
    await this.#options.onLost().catch((error) =>
      this.#options.logger.error("failed to stop planning", { error })
    );
    await this.#disconnect();
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: `${APPLICATION}${this.#options.nodeId}`,
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
    this.#timer?.cancel();
    void this.#next();
  }

  async #disconnect(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    // A connection that does not answer must not keep the panel waiting.
    await Promise.race([
      client?.end().catch(() => {}),
      new Promise<void>((resolve) => this.#options.clock.after(1_000, resolve)),
    ]);
  }
}
