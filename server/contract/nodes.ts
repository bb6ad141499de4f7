import * as z from "zod";
import { nodeLimits, nodeRoles, nodeStates, placementModes } from "./limits/nodes.ts";
import { id, instant } from "./shapes.ts";

export type { NodeRole, NodeState, PlacementMode } from "./limits/nodes.ts";

/** Name of a pool: letters, digits, dots, dashes and underscores. */
export const poolName = z.string().min(1).max(nodeLimits.poolName).regex(
  /^[A-Za-z0-9._-]*$/,
  "bad_pool_name",
);

export const placement = z.strictObject({
  pool: poolName.nullable().default("default").meta({
    description: "Pool whose nodes run the task; null for any pool",
  }),
  mode: z.enum(placementModes).default("any").meta({
    description: "`any`: one node of the pool runs each due time; `all`: each node of the pool runs it",
  }),
}).meta({ id: "Placement" });
export type Placement = z.infer<typeof placement>;

/** How busy the machine of a node is. */
export const nodeLoad = z.object({
  average: z.number().meta({ description: "Load average of the last minute" }),
  memoryFreeBytes: z.int(),
  memoryTotalBytes: z.int(),
});

export const node = z.object({
  id,
  name: z.string(),
  role: z.enum(nodeRoles),
  pools: z.array(z.string()),
  state: z.enum(nodeStates).meta({
    description: "`unreachable`: silent for 30 seconds; its runs are `lost` after 60 seconds",
  }),
  planning: z.boolean().meta({ description: "Whether this panel decides what is due; at most one does" }),
  running: z.int().meta({ description: "Number of its live runs" }),
  capacity: z.int().meta({ description: "How many runs it runs at once" }),
  load: nodeLoad.nullable(),
  version: z.string(),
  startedAt: instant,
  lastSeenAt: instant,
  isThis: z.boolean().meta({ description: "Whether this node sent the response" }),
}).meta({ id: "Node" });
export type Node = z.infer<typeof node>;

export const nodeList = z.object({
  items: z.array(node),
  isShared: z.boolean().meta({
    description:
      "Whether other machines can join; false for a panel that stores everything in its own folder",
  }),
  pools: z.array(z.string()).meta({ description: "Pools of all nodes and tasks, by name" }),
}).meta({ id: "NodeList" });
export type NodeList = z.infer<typeof nodeList>;

export const drainBody = z.strictObject({
  draining: z.boolean().default(true).meta({ description: "False to let the node take runs again" }),
}).meta({ id: "NodeDrain" });
