// Orders carry runs from the panel that decides to the node that runs them. pg-boss delivers them; the ledger says whether an
// order still holds. An order is done once its node has taken the run: how the run goes on is in the ledger, and nothing is
// ever delivered twice by a retry.
import { fromKysely, type Job, PgBoss } from "pg-boss";
import type { Logger } from "../../platform/logger.ts";
import type { Tx } from "../../engine/store.ts";

/** What a node gets: the run, and the epoch in which it may take it. */
export interface RunOrder {
  runId: number;
  epoch: number;
}

/** An order that was not taken by then is void. The panel that decides assigns the run anew long before. */
const EXPIRE_SECONDS = 60;
const HEARTBEAT_SECONDS = 30;
const DELETE_SECONDS = 3_600;
/** Orders that a node takes at once. */
const BATCH = 50;
/** How often a node asks for orders, should a notification be lost. */
const POLL_SECONDS = 2;
/** A connection that does not answer for this long is given up: none of these statements waits for other transactions. */
const RESPONSE_LIMIT_MS = 30_000;

export interface RunOrdersOptions {
  url: string;
  logger: Logger;
  /** Whether this process also removes old orders; panels do. */
  maintains: boolean;
  /** How long a statement may take, in ms. */
  responseLimitMs?: number;
}

export class RunOrders {
  readonly #boss: PgBoss;
  readonly #known = new Set<string>();
  #queue: string | undefined;

  constructor({ url, logger, maintains, responseLimitMs = RESPONSE_LIMIT_MS }: RunOrdersOptions) {
    this.#boss = new PgBoss({
      connectionString: url,
      application_name: "sundial orders",
      // What the library records of an order may get lost: the ledger says whether it still holds. Orders are sent on the
      // connection of their transaction, which does wait for the disk.
      options: "-c synchronous_commit=off",
      max: 4,
      schedule: false,
      supervise: maintains,
      useListenNotify: true,
      // Passed through to the driver. Without it, a node that was cut off would ask on a dead connection, and take no orders,
      // until the network gives up.
      ...{ query_timeout: responseLimitMs },
    });
    this.#boss.on("error", (error: unknown) => logger.warn("failed to exchange orders for runs", { error }));
    this.#boss.on("warning", (warning: unknown) => logger.debug("orders for runs", { warning }));
  }

  /** Connects, and creates or updates the tables of the library. */
  async open(): Promise<void> {
    await this.#boss.start();
  }

  /** Sends orders in the transaction that assigns the runs. */
  async send(tx: Tx, nodeId: number, orders: readonly RunOrder[]): Promise<void> {
    const queue = await this.#queueOf(nodeId);
    await this.#boss.insert(queue, orders.map((data) => ({ data })), { db: fromKysely(tx) });
  }

  /** Takes the orders of a node until the queue is closed; `take` never throws. */
  async receive(nodeId: number, take: (orders: readonly RunOrder[]) => Promise<void>): Promise<void> {
    const queue = this.#queue = await this.#queueOf(nodeId);
    await this.#boss.work<RunOrder>(
      queue,
      { batchSize: BATCH, pollingIntervalSeconds: POLL_SECONDS, burstWhenBatchFull: true },
      (jobs: Job<RunOrder>[]) => take(jobs.map(({ data }) => data)),
    );
  }

  /** Stops taking orders; those being taken are finished. */
  async pause(): Promise<void> {
    if (this.#queue !== undefined) await this.#boss.offWork(this.#queue, { wait: true });
    this.#queue = undefined;
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: 2_000 });
  }

  async #queueOf(nodeId: number): Promise<string> {
    const name = `node.${nodeId}`;
    if (this.#known.has(name)) return name;
    const options = {
      notify: true,
      // The library would deliver an order again after a crash, and a script would run twice.
      retryLimit: 0,
      expireInSeconds: EXPIRE_SECONDS,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      deleteAfterSeconds: DELETE_SECONDS,
      retentionSeconds: DELETE_SECONDS,
    };
    if (await this.#boss.getQueue(name) === null) await this.#boss.createQueue(name, options);
    this.#known.add(name);
    return name;
  }
}
