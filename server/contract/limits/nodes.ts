export const nodeRoles = ["panel", "worker"] as const;
export type NodeRole = (typeof nodeRoles)[number];

export const nodeStates = ["online", "draining", "unreachable"] as const;
export type NodeState = (typeof nodeStates)[number];

/** Where the runs of a task run: on one node of its pool, or on each of them. */
export const placementModes = ["any", "all"] as const;
export type PlacementMode = (typeof placementModes)[number];

export const nodeLimits = {
  nodeName: 100,
  poolName: 50,
  pools: 20,
  /** A node that was silent for this long is unreachable. */
  unreachableMs: 30_000,
  /** The runs of a node that was silent for this long are lost. */
  lostMs: 60_000,
  heartbeatMs: 5_000,
} as const;
