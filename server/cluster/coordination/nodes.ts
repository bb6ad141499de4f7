// The nodes that share a database: this one joins, sends heartbeats and reads the others. Times are those of the database,
// because the clocks of machines differ.
import { freemem, loadavg, totalmem } from "node:os";
import { nodeLimits, type NodeRole } from "../../contract/limits/nodes.ts";
import type { NodeRow } from "../../migrations/node_tables.ts";
import { storedJson } from "../../platform/stored_json.ts";
import type { Database, Tx } from "../../engine/store.ts";

export interface ThisNode {
  name: string;
  role: NodeRole;
  pools: readonly string[];
  /** How many runs it runs at once. */
  capacity: number;
  version: string;
  bootId: string;
}

/** Another process with the name of this node is alive. */
export class NodeNameTakenError extends Error {
  override readonly name = "NodeNameTakenError";
}

/** A node as far as it decides what may run there. */
export interface KnownNode {
  id: number;
  role: NodeRole;
  planning: boolean;
  pools: readonly string[];
  capacity: number;
  /** Whether it takes new runs. */
  isOpen: boolean;
  isSilent: boolean;
  startedAt: number;
  lastSeenAt: number;
}

export class Nodes {
  /** Returns the time of the database, in ms. */
  readonly #now: () => number;
  readonly #session = crypto.randomUUID();
  #id: number | undefined;

  constructor(private readonly db: Database, now: () => number) {
    this.#now = now;
  }

  get id(): number {
    if (this.#id === undefined) throw new Error("this node has not joined");
    return this.#id;
  }

  /**
   * Joins under a name; a node that comes back is the same node. Throws `NodeNameTakenError` while another process of that name
   * is alive; `isSameMachine` tells whether one on this machine has ended.
   */
  async join({ name, role, pools, capacity, version, bootId }: ThisNode): Promise<number> {
    const now = this.#now();
    const values = {
      ...{ name, role, capacity, version, pools_json: JSON.stringify(pools), boot_id: bootId },
      ...{ session: this.#session, draining: 0 as const, planning: 0 as const, load_json: readLoad() },
      ...{ started_at: now, last_seen_at: now },
    };
    this.#id = await this.db.transaction().execute(async (tx) => {
      const known = await tx.selectFrom("node").select(["id", "session", "boot_id", "last_seen_at"])
        .where("name", "=", name).executeTakeFirst();
      if (!known) {
        const added = await tx.insertInto("node").values({ ...values, created_at: now }).returning("id")
          .executeTakeFirstOrThrow();
        return added.id;
      }
      // Of the same machine, only one process can hold the data folder, so the earlier one has ended.
      const isAlive = known.boot_id !== bootId && known.last_seen_at > now - nodeLimits.unreachableMs;
      if (isAlive) {
        throw new NodeNameTakenError(
          `another node named ${name} is online; start this one with another --name`,
        );
      }
      await tx.updateTable("node").set(values).where("id", "=", known.id).execute();
      return known.id;
    });
    return this.#id;
  }

  /** Tells the others that this node is alive. Returns false when another process has taken its name. */
  async beat(): Promise<boolean> {
    const { numUpdatedRows } = await this.db.updateTable("node")
      .set({ last_seen_at: this.#now(), load_json: readLoad() })
      .where("id", "=", this.id).where("session", "=", this.#session).executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Records that this panel plans, and no other. From then on, `confirmPlanning` fails everywhere else. */
  async beginPlanning(): Promise<void> {
    await this.db.transaction().execute(async (tx) => {
      await tx.updateTable("node").set({ planning: 0 }).where("planning", "=", 1).execute();
      await tx.updateTable("node").set({ planning: 1 })
        .where("id", "=", this.id).where("session", "=", this.#session).execute();
    });
  }

  /** Records that this panel no longer plans. */
  async endPlanning(): Promise<void> {
    await this.db.updateTable("node").set({ planning: 0 })
      .where("id", "=", this.id).where("session", "=", this.#session).execute();
  }

  /** Throws when another panel plans: this one may have been paused, and does not know it yet. */
  async confirmPlanning(tx: Tx): Promise<void> {
    const row = await tx.selectFrom("node").select("planning")
      .where("id", "=", this.id).where("session", "=", this.#session).executeTakeFirst();
    if (row?.planning !== 1) throw new Error("another panel plans now");
  }

  /** Tells the others that this node has stopped. */
  async leave(): Promise<void> {
    await this.db.updateTable("node").set({ planning: 0, draining: 1 })
      .where("id", "=", this.id).where("session", "=", this.#session).execute();
  }

  async list(): Promise<KnownNode[]> {
    const rows = await this.db.selectFrom("node").selectAll().execute();
    return rows.map((row) => knownNode(row, this.#now()));
  }

  /** Lists the nodes of a pool that take new runs; of any pool for null. */
  async listOpen(tx: Tx, pool: string | null): Promise<number[]> {
    const rows = await tx.selectFrom("node").selectAll().orderBy("id").execute();
    return rows.map((row) => knownNode(row, this.#now())).filter(({ isOpen, pools }) =>
      isOpen && (pool === null ? pools.length > 0 : pools.includes(pool))
    ).map(({ id }) => id);
  }
}

function knownNode(row: NodeRow, now: number): KnownNode {
  const { id, role, capacity, last_seen_at: lastSeenAt } = row;
  const isSilent = lastSeenAt <= now - nodeLimits.unreachableMs;
  return {
    ...{ id, role, capacity, lastSeenAt },
    planning: row.planning === 1,
    pools: storedJson<string[]>(row.pools_json, []),
    isOpen: row.draining === 0 && !isSilent,
    ...{ isSilent, startedAt: row.started_at },
  };
}

function readLoad(): string {
  const [average = 0] = loadavg();
  return JSON.stringify({ average, memoryFreeBytes: freemem(), memoryTotalBytes: totalmem() });
}
