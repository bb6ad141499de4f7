// Tables that several machines share. Types after the newest migration, as in `tables.ts`.
import type { Generated, Selectable } from "kysely";
import type { DependencyState } from "../contract/dependencies.ts";
import type { NodeRole, PlacementMode } from "../contract/nodes.ts";

/** A panel or a worker that has joined. */
export interface NodeTable {
  id: Generated<number>;
  /** Unique; a node that comes back under its name is the same node. */
  name: string;
  role: NodeRole;
  /** JSON: names of the pools whose runs it takes. */
  pools_json: string;
  /** How many runs it runs at once. */
  capacity: number;
  version: string;
  boot_id: string;
  /** Random, of this start of its process: a second process of the same name is refused while the first is alive. */
  session: string;
  draining: Generated<0 | 1>;
  /** Whether it plans: at most one panel does. */
  planning: Generated<0 | 1>;
  /** JSON: load average and memory, for display. */
  load_json: string | null;
  created_at: number;
  started_at: number;
  /** By the clock of the database. */
  last_seen_at: number;
}
export type NodeRow = Selectable<NodeTable>;

export interface NodeDependencyTable {
  node_id: number;
  dependency_id: number;
  state: DependencyState;
  installed_version: string | null;
  reason: string | null;
  updated_at: number;
  /** Latest run of the node for it. */
  run_id: Generated<number | null>;
  /** Run of the dependency that the node has followed: another one there is a new order. */
  order_run_id: Generated<number | null>;
}
export type NodeDependencyRow = Selectable<NodeDependencyTable>;

/** Contents of files and of manifests, by their SHA-256 in hex. */
export interface StoredBlobTable {
  hash: string;
  /** Uncompressed size in bytes. */
  size: number;
  /** Compressed with gzip. */
  content: Uint8Array;
  stored_at: number;
}

/** The current files of an area: `scripts` or `config`. */
export interface StoredTreeTable {
  area: string;
  /** Increased by each change; a writer must have seen the version before its own. */
  version: number;
  manifest_hash: string;
  updated_at: number;
}

/** A challenge of a passkey that was used, until it expires; only where several panels share a database. */
export interface UsedChallengeTable {
  challenge: string;
  expires_at: number;
}

/** A folder outside the trees that nodes store for each other: an entry of the trash, or a pull that is not in place. */
export interface StoredFolderTable {
  name: string;
  node_id: number;
  /** Name of the blob with the manifest; null when it cannot be shared. */
  manifest_hash: string | null;
  /** JSON: what its feature stores with it. */
  note_json: string | null;
  stored_at: number;
}

/** What a node needs to start a run, besides the ledger; removed when the run ends. */
export interface RunOrderTable {
  run_id: number;
  /** JSON: hash of the manifest of each area. */
  trees_json: string;
  /** Values of its variables, sealed for this run. */
  variables_sealed: string | null;
}

/**
 * Part of the log of a run that has not ended yet; shipped by the node that runs it. The beginning and a moving tail are
 * stored; at most one part between them is missing.
 */
export interface RunLogChunkTable {
  run_id: number;
  /** Offset of its first byte in the log. */
  start: number;
  content: Uint8Array;
}

export interface RunLogTable {
  run_id: number;
  /** Uncompressed size of the log in bytes. */
  size: number;
  /** The log and then its times file, compressed with gzip (`cluster/logs/packed_log.ts`). */
  content: Uint8Array;
  stored_at: number;
}

/** Columns of `task` that place its runs. */
export interface PlacementColumns {
  /** Pool that runs it; null for any. */
  placement_pool: Generated<string | null>;
  placement_mode: Generated<PlacementMode>;
}

/** Columns of `run` that name the machine. */
export interface RunNodeColumns {
  /** The node that runs or ran it; null before it was claimed, and on a single machine. */
  node_id: Generated<number | null>;
  /** The only node that may run it; null for any node of its pool. */
  target_node: Generated<number | null>;
  /** Pool that may run it; null for any. */
  pool: Generated<string | null>;
  /** Increased when the run is taken away from a node, so that the node can no longer write its outcome. */
  epoch: Generated<number>;
}
