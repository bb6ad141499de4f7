// Machines in one process, as one machine alone or as several that share a database: the queue and a distribution of each, and
// runs without processes.
import type { Updateable } from "kysely";
import type { NodeTable } from "../../server/migrations/node_tables.ts";
import { BatchedWrites } from "../../server/engine/batched_writes.ts";
import { Bus } from "../../server/engine/bus.ts";
import { Cluster } from "../../server/cluster/cluster.ts";
import { DatabaseClock } from "../../server/cluster/coordination/database_clock.ts";
import { Deciding } from "../../server/engine/deciding.ts";
import type { Decider, Distribution, RunPlacer } from "../../server/engine/distribution.ts";
import { insertQueued } from "../../server/engine/ledger.ts";
import { loseRuns } from "../../server/engine/lose_runs.ts";
import { Queue } from "../../server/engine/queue.ts";
import { RunAnnouncer } from "../../server/engine/run_recorder.ts";
import { RunTypes } from "../../server/engine/run_type.ts";
import { SingleMachine } from "../../server/engine/single_machine.ts";
import { liveStates } from "../../server/engine/states.ts";
import type { Database, RunRow } from "../../server/engine/store.ts";
import type { Tables } from "../../server/migrations/tables.ts";
import { type Clock, systemClock } from "../../server/platform/clock.ts";
import { openPostgres } from "../../server/platform/postgres/open_postgres.ts";
import { FakeLocalRuns, unstartedType } from "./fake_local_runs.ts";
import { until } from "./until.ts";

const BOOT = "boot";
/** The variables of every run. */
export const variables = { values: { A: "1" }, secrets: ["1"], unreadable: [] };

const type = unstartedType({ variables: () => Promise.resolve(variables) });
const runTypes = new RunTypes({ task: type, debug: type, dependency: type, subscription: type });
const logger = { debug() {}, info() {}, warn() {}, error() {} };
const sealer = { seal: (text: string) => `sealed ${text}`, open: (text: string) => text.slice(7) } as never;
const prepareFolders = { folders: null, release() {} };
const files = {
  current: () => Promise.resolve("{}"),
  open: () => Promise.resolve(prepareFolders),
  adopt: () => prepareFolders,
};

export interface MachineOptions {
  name: string;
  role: "panel" | "worker";
  pools: readonly string[];
  capacity: number;
  /** Maximum number of live runs in all. */
  limit: number;
}

/** Whose monotonic time passes as much faster. */
function fasterClock(factor: number): Clock {
  return {
    now: systemClock.now,
    monotonic: () => systemClock.monotonic() * factor,
    after: systemClock.after,
  };
}

/** What a machine is opened over. */
export interface Installation {
  /** Null for one machine alone. */
  url: string | null;
  db: Database;
  speed: number;
}

export class Machine {
  /** What the distribution asked the machine to do, in order. */
  readonly decisions: string[] = [];
  readonly #installation: Installation;
  #opened!: {
    db: Database;
    bus: Bus;
    distribution: Distribution;
    placer: RunPlacer;
    queue: Queue;
    local: FakeLocalRuns;
  };

  constructor(installation: Installation, readonly options: MachineOptions) {
    this.#installation = installation;
  }

  get distribution(): Distribution {
    return this.#opened.distribution;
  }

  get placer(): RunPlacer {
    return this.#opened.placer;
  }

  get local(): FakeLocalRuns {
    return this.#opened.local;
  }

  get bus(): Bus {
    return this.#opened.bus;
  }

  /** Starts it. Live runs that the ledger says are here are settled first, as the engine does. */
  async open(): Promise<void> {
    const { url } = this.#installation;
    const db = url === null ? this.#installation.db : await openPostgres<Tables>(url, { onLost() {} });
    const bus = new Bus((error) => {
      throw error;
    });
    const base = fasterClock(this.#installation.speed);
    const clock = url === null ? base : new DatabaseClock(base, db);
    const publisher = new RunAnnouncer({ bus, clock, runTypes });
    const local = new FakeLocalRuns({ db, bootId: BOOT, publisher });
    const distribution = url === null
      ? new SingleMachine({ writes: new BatchedWrites(db), bootId: BOOT })
      : await Cluster.join({
        ...{ url, db, clock: clock as DatabaseClock, logger, bus, runTypes, sealer, files },
        deciding: new Deciding(false),
        node: { ...this.options, version: "1", bootId: BOOT },
        onLog() {},
        onTree() {},
        refresh: () => Promise.resolve(),
      });
    const placer = distribution.placer(local);
    const queue = new Queue({
      ...{ db, clock, logger, runTypes, placer, publisher, limit: this.options.limit },
      ...{ hasRoom: () => true, logPath: () => null, followEnded: () => Promise.resolve([]) },
      openings: (slots) => distribution.openings(slots),
    });
    this.#opened = { db, bus, distribution, placer, queue, local };
    const { nodeId } = distribution;
    const left = await db.selectFrom("run").selectAll().where("finished_at", "is", null)
      .where("state", "in", liveStates).where("boot_id", "is not", null)
      .where("node_id", nodeId === null ? "is" : "=", nodeId).execute();
    await local.recover(left);
    await distribution.open(this.#decider(clock));
  }

  #decider(clock: Clock): Decider {
    const { db, queue } = this.#opened;
    return {
      begin: async (isFirst) => {
        this.decisions.push(isFirst ? "begin first" : "begin");
        await queue.holdLive();
        queue.open();
      },
      end: async () => {
        this.decisions.push("end");
        await queue.close();
      },
      planChanged: ({ id }, at) => void this.decisions.push(`plan ${id} ${at}`),
      comparePlan: () => Promise.resolve(),
      wake: () => queue.wake(),
      released: (runId) => queue.released(runId),
      lose: async (nodeId) => {
        this.decisions.push(`lose ${nodeId}`);
        await db.transaction().execute((tx) =>
          loseRuns(tx, { nodeId }, {
            runTypes,
            now: clock.now(),
            openNodes: { listOpenNodes: () => Promise.resolve(null) },
          })
        );
      },
    };
  }

  /** Ends it as a process does that is asked to stop; what runs goes on. */
  async close(): Promise<void> {
    const { distribution, local, db } = this.#opened;
    await distribution.close();
    await local[Symbol.asyncDispose]();
    if (this.#installation.url !== null) await db.destroy();
  }
}

/** Machines over one database; the first decides. */
export class DistributionScene {
  #live: Machine[] = [];

  constructor(readonly db: Database, readonly machines: readonly Machine[]) {}

  get panels(): Machine[] {
    return this.machines.filter(({ options }) => options.role === "panel");
  }

  get decides(): Machine {
    return this.#live.find(({ distribution }) => distribution.isDeciding) ?? this.machines[0]!;
  }

  /** The machines that run tasks of a pool. */
  serving(pool: string): Machine[] {
    const all = this.machines.filter(({ options }) => options.pools.includes(pool));
    return this.machines.length === 1 ? [...this.machines] : all;
  }

  async open(): Promise<void> {
    for (const machine of this.machines) await this.start(machine);
  }

  async start(machine: Machine): Promise<void> {
    await machine.open();
    this.#live.push(machine);
  }

  async stop(machine: Machine): Promise<void> {
    this.#live = this.#live.filter((one) => one !== machine);
    await machine.close();
  }

  /** Closes the machines that are still open, those that decide last. */
  async close(): Promise<void> {
    for (const machine of [...this.#live].reverse()) await this.stop(machine);
  }

  /** Changes what is known of a node, and publishes it as whatever changes a node does. */
  async changeNode({ distribution }: Machine, columns: Updateable<NodeTable>): Promise<void> {
    const { nodeId } = distribution;
    await this.db.updateTable("node").set(columns).where("id", "=", nodeId).execute();
    const at = new Date().toISOString();
    this.decides.bus.publish({ topic: "nodes", type: "node:changed", id: nodeId ?? 0, version: 0, at });
  }

  /** Adds runs of a pool to the queue, and says so to a machine. */
  async enqueue(count: number, { pool = "default", through = this.decides } = {}): Promise<number[]> {
    const ids: number[] = [];
    for (let n = 0; n < count; n++) {
      const id = await this.db.transaction().execute((tx) =>
        insertQueued(tx, {
          source: { kind: "task", name: "t", placement: { pool, mode: "any" } },
          ...{ cause: "person", now: 0 },
        })
      );
      ids.push(id!);
    }
    through.distribution.wake();
    return ids;
  }

  async row(id: number): Promise<RunRow> {
    return await this.db.selectFrom("run").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  }

  async reaches(id: number, state: RunRow["state"]): Promise<RunRow> {
    return await until(`run ${id} to be ${state}`, async () => {
      const row = await this.row(id);
      return row.state === state && row;
    }, 10);
  }

  /** Returns the machine on which a run is live; null for none. */
  machineOf(id: number): Machine | null {
    return this.#live.find(({ local }) => local.live.includes(id)) ?? null;
  }

  get live(): number {
    return this.#live.reduce((sum, { local }) => sum + local.live.length, 0);
  }

  /** Waits until a run is live on a machine, and that is recorded. */
  async running(id: number): Promise<Machine> {
    await this.reaches(id, "running");
    return await until(`run ${id} to be live`, () => this.machineOf(id), 10);
  }

  /** Ends a live run, and says so as the recorder does. */
  async end(id: number): Promise<void> {
    await (await this.running(id)).local.end(id);
  }
}
