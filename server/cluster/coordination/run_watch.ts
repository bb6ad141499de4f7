// What the panel that decides does about runs whose node does not do its part: an assigned run that is not taken is assigned
// anew, and a run whose node has been silent for too long is lost.
import { nodeLimits } from "../../contract/limits/nodes.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Base } from "../../engine/base.ts";
import { requeue } from "../../engine/ledger.ts";
import { liveStates } from "../../engine/states.ts";
import type { KnownNode } from "./nodes.ts";

/** How long an assigned run may wait for its node. */
const TAKE_LIMIT_MS = 5_000;
/** How long this panel must have seen the others before it takes one for silent: the database may have been away for all. */
const OBSERVE_MS = 3 * nodeLimits.heartbeatMs;
/** A longer pause between two looks begins a new observation. */
const GAP_MS = 2 * nodeLimits.heartbeatMs;

export interface RunWatchOptions extends Pick<Base, "db" | "logger"> {
  /** The clock of the database. */
  clock: Clock;
  /** Records that the live runs of a node are lost. */
  lose(nodeId: number): Promise<void>;
  /** A run is queued again or has ended. */
  released(runId: number): void;
}

export class RunWatch {
  /** Since when runs have been seen as assigned but not taken, by run and epoch. */
  #untaken = new Map<string, number>();
  /** When nodes last failed to take a run, by the clock of the database. */
  readonly #failedAt = new Map<number, number>();
  #observed: { since: number; until: number } | null = null;

  constructor(private readonly options: RunWatchOptions) {}

  /** Looks once. */
  async check(nodes: readonly KnownNode[]): Promise<void> {
    const isSure = this.#observe();
    await this.#assignAnew();
    if (isSure) await this.#loseSilent(nodes);
    await this.#removeOrders();
  }

  /** Returns the nodes without those that did not take a run, and have not been heard of since. */
  withoutUnresponsive(nodes: readonly KnownNode[]): KnownNode[] {
    return nodes.filter(({ id, lastSeenAt }) => lastSeenAt > (this.#failedAt.get(id) ?? -Infinity));
  }

  #observe(): boolean {
    const now = this.options.clock.monotonic();
    const before = this.#observed;
    const since = before && now - before.until <= GAP_MS ? before.since : now;
    this.#observed = { since, until: now };
    return now - since >= OBSERVE_MS;
  }

  async #assignAnew(): Promise<void> {
    const { db, clock, logger, released } = this.options;
    const rows = await db.selectFrom("run").select(["id", "epoch", "node_id", "boot_id"])
      .where("finished_at", "is", null).where("state", "=", "starting")
      .where("boot_id", "is", null).where("node_id", "is not", null).execute();
    const now = clock.monotonic();
    const before = this.#untaken;
    this.#untaken = new Map();
    for (const run of rows) {
      const key = `${run.id} ${run.epoch}`;
      const since = before.get(key) ?? now;
      if (now - since < TAKE_LIMIT_MS) this.#untaken.set(key, since);
      else if (await db.transaction().execute((tx) => requeue(tx, run))) {
        logger.warn("a node did not take a run; it is assigned again", { run: run.id, node: run.node_id });
        if (run.node_id !== null) this.#failedAt.set(run.node_id, clock.now());
        released(run.id);
      }
    }
  }

  async #loseSilent(nodes: readonly KnownNode[]): Promise<void> {
    const { db, clock, logger, lose, released } = this.options;
    const limit = clock.now() - nodeLimits.lostMs;
    const silent = nodes.filter(({ lastSeenAt }) => lastSeenAt < limit).map(({ id }) => id);
    if (silent.length === 0) return;
    const runs = await db.selectFrom("run").select(["id", "node_id"]).where("finished_at", "is", null)
      .where("state", "in", liveStates).where("node_id", "in", silent).execute();
    for (const nodeId of new Set(runs.flatMap(({ node_id }) => node_id ?? []))) {
      const ids = runs.filter(({ node_id }) => node_id === nodeId).map(({ id }) => id);
      logger.error("runs are lost: their node is silent", { node: nodeId, runs: ids });
      await lose(nodeId);
      for (const id of ids) released(id);
    }
  }

  // Those of runs that have ended: together, instead of a statement for each.
  async #removeOrders(): Promise<void> {
    const { db } = this.options;
    await db.deleteFrom("run_order").where(
      "run_id",
      "in",
      (query) =>
        query.selectFrom("run").select("id").where("finished_at", "is not", null)
          .whereRef("run.id", "=", "run_order.run_id"),
    ).execute();
  }
}
