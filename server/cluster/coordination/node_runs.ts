// The runs of this node: takes those that are assigned to it and starts them as a single machine would, stops those that are to
// be stopped, ends those that were taken away while it could not be reached, and settles those that only the ledger knows of.
import { sleep } from "../../platform/clock.ts";
import type { Sealer } from "../../platform/seal.ts";
import type { Base } from "../../engine/base.ts";
import type { LocalRuns } from "../../engine/distribution.ts";
import type { PreparedRun, RunTypes, VariablesOfRun } from "../../engine/run_type.ts";
import { liveStates } from "../../engine/states.ts";
import type { Database, RunRow } from "../../engine/store.ts";
import type { OpenedFiles, RunFiles } from "../files/run_files.ts";
import type { RunOrder } from "./run_orders.ts";

const MAX_READS = 30;
const READ_AGAIN_MS = 1_000;

export interface NodeRunsOptions extends Pick<Base, "db" | "clock" | "logger"> {
  runTypes: RunTypes;
  local: LocalRuns;
  files: RunFiles;
  sealer: Sealer;
  nodeId: number;
  bootId: string;
}

export class NodeRuns {
  readonly #live = new Map<number, RunRow>();
  readonly #taking = new Set<readonly RunOrder[]>();
  /** Runs that the ledger says are here and that nothing followed at the last check, by run and epoch. */
  #unfollowed = new Set<string>();

  constructor(private readonly options: NodeRunsOptions) {}

  /** Takes and starts assigned runs. An order that no longer holds is ignored. Never throws. */
  async take(orders: readonly RunOrder[]): Promise<void> {
    this.#taking.add(orders);
    try {
      const runs = await this.#claim(orders);
      const prepared = await this.options.runTypes.prepare(this.options.db, runs);
      // An order that cannot be read now is read when the run needs it.
      const contents = await readOrders(this.options.db, runs.map(({ id }) => id)).catch(() => null);
      for (const run of runs) {
        const one = prepared.get(run.id) ?? null;
        // Deleted since it was assigned. It is stopped, and must not hold its slot.
        this.#start(run, one ?? nothing(run), contents?.get(run.id));
      }
    } catch (error) {
      this.options.logger.error("failed to take runs; they are assigned again", { error });
    } finally {
      this.#taking.delete(orders);
    }
  }

  /** Follows a run that was live before this process started. */
  async adopted(run: RunRow): Promise<void> {
    const files = new FilesOfRun(this.options, run.id);
    await files.adopt();
    this.#follow(run, files);
  }

  /** Stops what is to be stopped, and what was taken away from this node. */
  async reconcile(): Promise<void> {
    const { db, local, logger } = this.options;
    // A run that is taken while the ledger is read is not in what was read.
    const followed = [...this.#live.values()];
    if (followed.length === 0) return;
    const rows = await db.selectFrom("run").select(["id", "epoch", "node_id", "stop_outcome"])
      .where("id", "in", followed.map(({ id }) => id)).execute();
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const { id, epoch } of followed) {
      const row = found.get(id);
      // Also when its row was removed.
      const isTaken = row?.epoch !== epoch || row.node_id !== this.options.nodeId;
      if (isTaken) logger.warn("ending a run that was taken away from this node", { run: id });
      else if (row.stop_outcome === null) continue;
      await local.stop([id], row?.stop_outcome ?? "stopped");
    }
  }

  /**
   * Settles runs that the ledger says are here and that nothing follows: they may have been taken although the reply was lost. A
   * run counts once two checks in a row have found it, because it may end during one. Never two at a time.
   */
  async settleUnfollowed(): Promise<void> {
    const { db, nodeId, bootId, local, logger } = this.options;
    const rows = await db.selectFrom("run").selectAll().where("node_id", "=", nodeId)
      .where("finished_at", "is", null).where("state", "in", liveStates).where("boot_id", "=", bootId)
      .execute();
    const taking = new Set([...this.#taking].flatMap((orders) => orders.map(({ runId }) => runId)));
    const unfollowed = rows.filter(({ id }) => !this.#live.has(id) && !taking.has(id));
    const before = this.#unfollowed;
    this.#unfollowed = new Set(unfollowed.map(keyOf));
    const left = unfollowed.filter((run) => before.has(keyOf(run)));
    if (left.length === 0) return;
    logger.warn("settling runs that are assigned to this node and that it does not run", {
      runs: left.map(({ id }) => id),
    });
    const adopted = await local.recover(left);
    for (const run of left) if (adopted.includes(run.id)) await this.adopted(run);
  }

  // The order says that the run was assigned; the ledger says whether it still is. One statement with its own condition, so it
  // does not wait for other transactions.
  async #claim(orders: readonly RunOrder[]): Promise<RunRow[]> {
    const { db, nodeId, bootId } = this.options;
    if (orders.length === 0) return [];
    return await db.updateTable("run").set({ boot_id: bootId })
      .where(({ or, and, eb }) =>
        or(
          [...Map.groupBy(orders, ({ epoch }) => epoch)].map(([epoch, ofEpoch]) =>
            and([eb("id", "in", ofEpoch.map(({ runId }) => runId)), eb("epoch", "=", epoch)])
          ),
        )
      )
      .where("state", "=", "starting").where("boot_id", "is", null).where("node_id", "=", nodeId)
      .returningAll().execute();
  }

  #start(run: RunRow, prepared: PreparedRun, order: OrderContent | undefined): void {
    const { local } = this.options;
    const files = new FilesOfRun(this.options, run.id, order);
    local.start(run, {
      ...prepared,
      variables: () => this.#patiently(run, () => files.open(prepared)),
      spec: (row, values) => prepared.spec(row, values, files.folders),
    });
    this.#follow(run, files);
    // It may have been stopped before this node took it.
    if (run.stop_outcome !== null) void local.stop([run.id], run.stop_outcome);
  }

  // What a run needs is in the database, which may be away for a moment. That is no reason to fail it: its start only waits.
  async #patiently<T>(run: RunRow, read: () => Promise<T>): Promise<T> {
    const { clock, logger } = this.options;
    for (let tried = 1;; tried++) {
      try {
        return await read();
      } catch (error) {
        if (tried === MAX_READS) throw error;
        logger.warn("failed to read what a run needs; trying again", { error, run: run.id });
        await sleep(clock, READ_AGAIN_MS);
      }
    }
  }

  #follow(run: RunRow, files: FilesOfRun): void {
    this.#live.set(run.id, run);
    void this.options.local.ended(run.id).then(() => {
      this.#live.delete(run.id);
      files.release();
    });
  }
}

/** The files and variables of one run, as they were when it was assigned. */
class FilesOfRun {
  #files: OpenedFiles | null = null;

  /** `order` is what was read of it; without it, it is read when it is needed. */
  constructor(
    private readonly options: NodeRunsOptions,
    private readonly runId: number,
    private readonly order?: OrderContent,
  ) {}

  get folders() {
    return this.#files?.folders ?? undefined;
  }

  async adopt(): Promise<void> {
    const order = await this.#read();
    if (order) this.#files = this.options.files.adopt(order.trees_json);
  }

  async open(prepared: PreparedRun): Promise<VariablesOfRun> {
    const { files, sealer } = this.options;
    const order = await this.#read();
    if (order) this.#files = await files.open(order.trees_json);
    if (order?.variables_sealed) return openVariables(sealer, this.runId, order.variables_sealed);
    return await prepared.variables?.() ?? { values: {}, secrets: [], unreadable: [] };
  }

  async #read(): Promise<OrderContent | undefined> {
    return this.order ?? (await readOrders(this.options.db, [this.runId])).get(this.runId);
  }

  release(): void {
    this.#files?.release();
  }
}

/** What an order says besides the run: its files and variables. */
interface OrderContent {
  trees_json: string;
  variables_sealed: string | null;
}

async function readOrders(db: Database, ids: readonly number[]): Promise<Map<number, OrderContent>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("run_order").selectAll().where("run_id", "in", [...ids]).execute();
  return new Map(rows.map((row) => [row.run_id, row]));
}

function keyOf({ id, epoch }: RunRow): string {
  return `${id} ${epoch}`;
}

interface SealedVariables {
  runId: number;
  variables: VariablesOfRun;
}

/** Seals the variables of a run, for that run only. */
export function sealVariables(sealer: Sealer, runId: number, variables: VariablesOfRun): string {
  return sealer.seal(JSON.stringify({ runId, variables } satisfies SealedVariables), "run");
}

function openVariables(sealer: Sealer, runId: number, sealed: string): VariablesOfRun {
  const opened = JSON.parse(sealer.open(sealed, "run")) as SealedVariables;
  if (opened.runId !== runId) throw new Error("the variables belong to another run");
  return opened.variables;
}

function nothing(run: RunRow): PreparedRun {
  return {
    logFolder: null,
    maxAtOnce: 1,
    timeLimitMs: null,
    spec: () => {
      throw new Error(`the source of the run ${run.id} was deleted`);
    },
  };
}
