// The names of the nodes that run or ran runs. On a single machine no run names a node, and nothing is queried.
import type { Database, RunRow, Tx } from "../../engine/store.ts";

export type NodeNames = ReadonlyMap<number, string>;

/** Returns the names of the nodes of runs; nodes that were removed are left out. */
export async function nodeNamesOf(
  db: Database | Tx,
  runs: readonly Pick<RunRow, "node_id">[],
): Promise<NodeNames> {
  const ids = new Set(runs.flatMap(({ node_id }) => node_id ?? []));
  if (ids.size === 0) return new Map();
  const rows = await db.selectFrom("node").select(["id", "name"]).where("id", "in", [...ids]).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
