// Places runs on nodes and waits for their end, for the queue and for stops.
import type { Sealer } from "../../platform/seal.ts";
import type { Base } from "../../engine/base.ts";
import type { Chosen, LocalRuns, RunPlacer } from "../../engine/distribution.ts";
import { claim, noteStop } from "../../engine/ledger.ts";
import type { RunAnnouncer } from "../../engine/run_recorder.ts";
import { liveStates } from "../../engine/states.ts";
import { sourceOf, type Tx } from "../../engine/store.ts";
import { sealVariables } from "./node_runs.ts";
import type { RunFiles } from "../files/run_files.ts";
import type { RunOrders } from "./run_orders.ts";

export interface RemoteRunsOptions extends Pick<Base, "db" | "clock" | "logger"> {
  publisher: RunAnnouncer;
  orders: RunOrders;
  files: RunFiles;
  sealer: Sealer;
  local: LocalRuns;
  /** Throws when this panel no longer decides. */
  confirmDeciding(tx: Tx): Promise<void>;
  /** Asks every node to stop what is to be stopped. */
  notifyStop(): void;
}

/** A run rarely ends before anything waits for it; then its slot is free this much later. */
const CHECK_MS = 50;

interface Waiting {
  runId: number;
  resolve(): void;
}

export class RemoteRuns implements RunPlacer {
  readonly #waiting = new Set<Waiting>();
  /** Runs that may have ended before anything waited for them, to be looked at together. */
  #unchecked: number[] = [];

  constructor(private readonly options: RemoteRunsOptions) {}

  async claim(chosen: readonly Chosen[]): Promise<number[]> {
    const { db, files, orders, confirmDeciding } = this.options;
    const trees_json = await files.current();
    // At once, so that they share the queries for variables.
    const sealed = new Map(
      await Promise.all(chosen.map(async (one) => [one.run.id, await this.#sealVariables(one)] as const)),
    );
    return await db.transaction().execute(async (tx) => {
      await confirmDeciding(tx);
      const claimed = new Set(await claim(tx, chosen.map(({ run }) => run), null));
      const assigned = chosen.flatMap(({ run: { id, epoch, node_id } }) =>
        claimed.has(id) && node_id !== null ? [{ id, epoch, nodeId: node_id }] : []
      );
      await saveOrders(
        tx,
        assigned.map(({ id }) => ({ run_id: id, trees_json, variables_sealed: sealed.get(id) ?? null })),
      );
      for (const [nodeId, ofNode] of Map.groupBy(assigned, (one) => one.nodeId)) {
        await orders.send(tx, nodeId, ofNode.map(({ id, epoch }) => ({ runId: id, epoch })));
      }
      return [...claimed];
    });
  }

  start(): void {
    // Its order is on the way.
  }

  async stop(ids: readonly number[], outcome: "stopped" | "timed_out"): Promise<number[]> {
    const { db, clock, local, publisher, notifyStop } = this.options;
    const here = await local.stop(ids, outcome);
    const elsewhere = ids.filter((id) => !here.includes(id));
    if (elsewhere.length === 0) return here;
    const live = await db.selectFrom("run").selectAll().where("id", "in", elsewhere)
      .where("finished_at", "is", null).where("state", "in", liveStates).execute();
    if (live.length === 0) return here;
    const noted = await db.transaction().execute((tx) =>
      noteStop(tx, live.map(({ id }) => id), { now: clock.now(), outcome })
    );
    notifyStop();
    for (const run of live) {
      if (noted.includes(run.id)) publisher.publish("run:stop_requested", run.id, sourceOf(run));
    }
    return [...here, ...live.map(({ id }) => id)];
  }

  async ended(runId: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add({ runId, resolve });
    this.#checkLater(runId);
    await promise;
  }

  /** Called when a run has ended for good. */
  finished(runId: number): void {
    for (const waiting of this.#waiting) {
      if (waiting.runId !== runId) continue;
      this.#waiting.delete(waiting);
      waiting.resolve();
    }
  }

  #checkLater(runId: number): void {
    this.#unchecked.push(runId);
    if (this.#unchecked.length > 1) return;
    this.options.clock.after(CHECK_MS, () => void this.check(this.#unchecked.splice(0)));
  }

  /**
   * Looks whether runs that are waited for have ended, or were given back by their nodes: those given, or all. Never throws.
   */
  async check(ids?: readonly number[]): Promise<void> {
    // Who begins to wait while the ledger is read may wait for a later epoch.
    const wanted = [...this.#waiting].filter(({ runId }) => ids === undefined || ids.includes(runId));
    if (wanted.length === 0) return;
    try {
      // A node may have queued a run again that it never began: it holds no slot until it is assigned anew.
      const live = await this.options.db.selectFrom("run").select("id")
        .where("id", "in", [...new Set(wanted.map(({ runId }) => runId))])
        .where("finished_at", "is", null).where("state", "in", liveStates).execute();
      const left = new Set(live.map(({ id }) => id));
      for (const waiting of wanted) {
        if (left.has(waiting.runId)) continue;
        this.#waiting.delete(waiting);
        waiting.resolve();
      }
    } catch (error) {
      this.options.logger.warn("failed to look whether runs have ended", { error });
    }
  }

  // Without them, the node reads the variables itself, and its log says what is wrong with them.
  async #sealVariables({ run, prepared }: Chosen): Promise<string | null> {
    const { sealer, logger } = this.options;
    try {
      const variables = await prepared.variables?.();
      return variables === undefined ? null : sealVariables(sealer, run.id, variables);
    } catch (error) {
      logger.warn("failed to seal the variables of a run", { error, run: run.id });
      return null;
    }
  }
}

// A run that is assigned anew still has its last order.
async function saveOrders(
  tx: Tx,
  orders: readonly { run_id: number; trees_json: string; variables_sealed: string | null }[],
): Promise<void> {
  if (orders.length === 0) return;
  await tx.insertInto("run_order").values([...orders])
    .onConflict((on) =>
      on.column("run_id").doUpdateSet(({ ref }) => ({
        trees_json: ref("excluded.trees_json"),
        variables_sealed: ref("excluded.variables_sealed"),
      }))
    ).execute();
}
