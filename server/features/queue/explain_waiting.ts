// Explains why each queued run has not started. Applies the rules of the engine's queue without changing
// anything.
import type { QueueEntry } from "../../contract/queue.ts";
import type { Node } from "../../contract/nodes.ts";
import type { RunKind } from "../../contract/runs.ts";
import type { RunRow } from "../../engine/store.ts";

/** The fields that determine why a run waits. */
export type InLine = Pick<
  RunRow,
  "id" | "task_id" | "serial_group" | "start_after" | "kind" | "pool" | "target_node" | "awaits_until"
>;

export interface Line {
  /** Runs that hold a slot, oldest first. */
  live: readonly InLine[];
  /** Runs without a slot, next first. */
  waiting: readonly InLine[];
  /** How many runs of a task may be active at once. */
  maxAtOnce(taskId: number): number;
  /** Whether runs of a type are exempt from the limit of all runs. */
  isExempt(kind: RunKind): boolean;
  now: number;
  /** How many runs may be active at once. */
  limit: number;
  /** The nodes that run tasks; null on a single machine. */
  nodes: readonly RunningNode[] | null;
}

/** What decides whether a node can take a run. */
export type RunningNode = Pick<Node, "id" | "pools" | "state" | "running" | "capacity">;

export type Reason = Pick<QueueEntry, "reason" | "blockedBy">;

/** Returns the reason why each queued run waits. Runs ahead of it in the queue count as started before it. */
export function explainWaiting(line: Line): Reason[] {
  const { live, waiting, maxAtOnce, isExempt, now } = line;
  const ofTask = new Map<number, number[]>();
  const ofGroup = new Map<string, number>();
  const stand = ({ id, task_id, serial_group }: InLine) => {
    if (task_id !== null) ofTask.set(task_id, [...ofTask.get(task_id) ?? [], id]);
    if (serial_group !== null && !ofGroup.has(serial_group)) ofGroup.set(serial_group, id);
  };
  for (const run of live) stand(run);
  return waiting.map((run) => {
    if (run.awaits_until !== null) return { reason: "upstream", blockedBy: null };
    if (run.start_after > now) return { reason: "delay", blockedBy: null };
    const reason = reasonOf(run, { ofTask, ofGroup, maxAtOnce, isExempt, nodeReason: nodeReason(line) });
    stand(run);
    return reason;
  });
}

type NodeReason = Extract<Reason["reason"], "node" | "no_node">;

interface Ahead {
  /** Ids of each task's runs that hold a slot or are ahead in the queue. */
  ofTask: ReadonlyMap<number, readonly number[]>;
  ofGroup: ReadonlyMap<string, number>;
  maxAtOnce(taskId: number): number;
  isExempt(kind: RunKind): boolean;
  nodeReason(run: InLine): NodeReason | null;
}

function reasonOf(
  run: InLine,
  { ofTask, ofGroup, maxAtOnce, isExempt, nodeReason }: Ahead,
): Reason {
  const { task_id, serial_group, kind } = run;
  const sameTask = task_id === null ? [] : ofTask.get(task_id) ?? [];
  if (task_id !== null && sameTask.length >= maxAtOnce(task_id)) {
    return { reason: "task", blockedBy: sameTask[0] ?? null };
  }
  const group = serial_group === null ? undefined : ofGroup.get(serial_group);
  if (group !== undefined) return { reason: "group", blockedBy: group };
  if (isExempt(kind)) return { reason: "kind", blockedBy: null };
  return { reason: nodeReason(run) ?? "limit", blockedBy: null };
}

// A run whose nodes are all offline waits for them even while all slots are taken; one whose nodes are busy may wait for either.
function nodeReason({ live, isExempt, limit, nodes }: Line): (run: InLine) => NodeReason | null {
  if (nodes === null) return () => null;
  const hasSlot = live.filter(({ kind }) => !isExempt(kind)).length < limit;
  const online = nodes.filter(({ state }) => state === "online");
  return ({ kind, pool, target_node: target }) => {
    if (kind !== "task") return null;
    const serving = online.filter(({ id, pools }) =>
      target === null ? pool === null ? pools.length > 0 : pools.includes(pool) : id === target
    );
    if (serving.length === 0) return "no_node";
    return hasSlot && serving.every(({ running, capacity }) => running >= capacity) ? "node" : null;
  };
}
