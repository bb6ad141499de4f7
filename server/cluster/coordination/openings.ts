import type { Openings, PlacedRun } from "../../engine/distribution.ts";
import type { RunRow } from "../../engine/store.ts";
import type { KnownNode } from "./nodes.ts";

/** Returns which nodes can take runs, with those in `slots` already there; runs that only a panel can run go to `panelId`. */
export function findOpenings(
  all: readonly KnownNode[],
  slots: Iterable<PlacedRun>,
  panelId: number,
): Openings {
  const free = new Map(all.filter(({ isOpen }) => isOpen).map(({ id, capacity }) => [id, capacity]));
  for (const { nodeId } of slots) {
    const room = nodeId === null ? undefined : free.get(nodeId);
    if (nodeId !== null && room !== undefined) free.set(nodeId, room - 1);
  }
  const open = all.filter(({ id }) => hasRoom(free, id));
  return {
    nodes: [...new Set([...open.map(({ id }) => id), panelId])],
    pools: [...new Set(open.flatMap(({ pools }) => pools))],
    panel: true,
    reserve(run) {
      const nodeId = choose(run, { open, free, panelId });
      const room = nodeId === null ? undefined : free.get(nodeId);
      if (nodeId !== null && room !== undefined) free.set(nodeId, room - 1);
      return nodeId;
    },
  };
}

interface Choice {
  open: readonly KnownNode[];
  /** How many more runs each node can take. */
  free: ReadonlyMap<number, number>;
  panelId: number;
}

// The node with the most room, so that runs spread.
function choose(
  { target_node: target, kind, pool }: Pick<RunRow, "target_node" | "kind" | "pool">,
  { open, free, panelId }: Choice,
): number | null {
  // Pulls, installations and debugging belong to a panel, and are limited by their types.
  if (kind !== "task") return target ?? panelId;
  if (target !== null) return hasRoom(free, target) ? target : null;
  let best: { id: number; share: number } | null = null;
  for (const { id, pools, capacity } of open) {
    const serves = pool === null ? pools.length > 0 : pools.includes(pool);
    const share = (free.get(id) ?? 0) / capacity;
    if (serves && hasRoom(free, id) && (best === null || share > best.share)) best = { id, share };
  }
  return best?.id ?? null;
}

function hasRoom(free: ReadonlyMap<number, number>, id: number): boolean {
  return (free.get(id) ?? 0) > 0;
}
