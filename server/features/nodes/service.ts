import { AppError } from "../../contract/app_error.ts";
import { nodeLimits } from "../../contract/limits/nodes.ts";
import { type Node, type NodeList, nodeLoad, type NodeState } from "../../contract/nodes.ts";
import type { Base } from "../../engine/base.ts";
import { EventPublisher } from "../../engine/bus.ts";
import type { Engine } from "../../engine/engine.ts";
import type { NodeRow } from "../../migrations/node_tables.ts";
import { storedInstant, storedJson } from "../../platform/stored_json.ts";
import { countLiveRuns, deleteNode, findNode, listNodes, listTaskPools, setDraining } from "./store.ts";

export interface ThisNode extends Pick<Node, "name" | "capacity" | "load" | "version"> {
  /** Its row; null on a single machine, where no node has one. */
  id: number | null;
  startedAt: number;
}

export interface NodesOptions extends Pick<Base, "db" | "clock" | "bus"> {
  self(): ThisNode;
  /** Returns the time (ms) by the clock that heartbeats are recorded with. */
  now(): Promise<number>;
  engine: Pick<Engine, "loseRuns">;
}

/** The id of the only node where no node has a row. */
const ONLY_NODE = 1;

/** Lists the nodes, drains and removes them. */
export class Nodes {
  readonly #publisher: EventPublisher;

  constructor(private readonly options: NodesOptions) {
    this.#publisher = new EventPublisher(options.bus, options.clock);
  }

  /** Returns all nodes, and the pools of nodes and tasks. On a single machine, this panel is the only node. */
  async list(): Promise<NodeList> {
    const { db, now, self } = this.options;
    const [rows, running, taskPools] = await Promise.all([
      listNodes(db),
      countLiveRuns(db),
      listTaskPools(db),
    ]);
    const at = await now();
    const items = rows.length === 0
      ? [this.#only(running.get(null) ?? 0, at)]
      : rows.map((row) => toNode(row, { running: running.get(row.id) ?? 0, now: at, thisId: self().id }));
    const pools = new Set([...items.flatMap((node) => node.pools), ...taskPools]);
    return { items, isShared: rows.length > 0, pools: [...pools].sort() };
  }

  /** Lets a node finish its runs without taking new ones, or take runs again. Throws `not_found` or `single_machine`. */
  async drain(id: number, draining: boolean): Promise<Node> {
    await this.#find(id);
    await setDraining(this.options.db, id, draining);
    this.#publisher.publish("nodes", "node:changed", id, 0);
    const { items } = await this.list();
    return items.find((node) => node.id === id) ?? notFound();
  }

  /**
   * Removes a node; its live runs are lost. Throws `not_found`, `single_machine`, or `node_reachable` while it may still
   * take runs.
   */
  async remove(id: number): Promise<{ name: string }> {
    const { now, engine } = this.options;
    const row = await this.#find(id);
    if (stateOf(row, await now()) !== "unreachable") throw new AppError("node_reachable", { name: row.name });
    await engine.loseRuns(id, (tx) => deleteNode(tx, id));
    this.#publisher.publish("nodes", "node:changed", id, 0);
    return row;
  }

  async #find(id: number): Promise<NodeRow> {
    const row = await findNode(this.options.db, id);
    if (row) return row;
    const isSingle = id === ONLY_NODE && (await listNodes(this.options.db)).length === 0;
    throw new AppError(isSingle ? "single_machine" : "not_found");
  }

  #only(running: number, now: number): Node {
    const { startedAt, ...self } = this.options.self();
    return {
      ...self,
      id: ONLY_NODE,
      role: "panel",
      pools: ["default"],
      state: "online",
      planning: true,
      running,
      startedAt: storedInstant(startedAt),
      lastSeenAt: storedInstant(now),
      isThis: true,
    };
  }
}

function notFound(): never {
  throw new AppError("not_found");
}

/** Returns the state of a node at a time (ms) of the clock that heartbeats are recorded with. */
export function stateOf({ last_seen_at, draining }: NodeRow, now: number): NodeState {
  if (now - last_seen_at > nodeLimits.unreachableMs) return "unreachable";
  return draining === 1 ? "draining" : "online";
}

function toNode(
  row: NodeRow,
  { running, now, thisId }: { running: number; now: number; thisId: number | null },
): Node {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    pools: storedJson<string[]>(row.pools_json, []),
    state: stateOf(row, now),
    planning: row.planning === 1,
    running,
    capacity: row.capacity,
    load: nodeLoad.safeParse(storedJson<unknown>(row.load_json, {})).data ?? null,
    version: row.version,
    startedAt: storedInstant(row.started_at),
    lastSeenAt: storedInstant(row.last_seen_at),
    isThis: row.id === thisId,
  };
}
