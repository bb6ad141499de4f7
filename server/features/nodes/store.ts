import { liveStates } from "../../engine/states.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { NodeRow } from "../../migrations/node_tables.ts";

/** Returns all nodes that have joined, panels first, then by name; none on a single machine. */
export async function listNodes(db: Database): Promise<NodeRow[]> {
  return await db.selectFrom("node").selectAll().orderBy("role").orderBy("name").execute();
}

export async function findNode(db: Database, id: number): Promise<NodeRow | undefined> {
  return await db.selectFrom("node").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns the number of live runs of each node; runs that no node has taken are under null. */
export async function countLiveRuns(db: Database): Promise<Map<number | null, number>> {
  const rows = await db.selectFrom("run").select(({ fn }) => ["node_id", fn.countAll().as("total")])
    .where("finished_at", "is", null).where("state", "in", liveStates).groupBy("node_id").execute();
  return new Map(rows.map(({ node_id, total }) => [node_id, Number(total)]));
}

export async function listTaskPools(db: Database): Promise<string[]> {
  const rows = await db.selectFrom("task").select("placement_pool").distinct()
    .where("placement_pool", "is not", null).$narrowType<{ placement_pool: string }>().execute();
  return rows.map(({ placement_pool }) => placement_pool);
}

/** Lets a node drain, or take runs again. Returns whether it exists. */
export async function setDraining(db: Database, id: number, draining: boolean): Promise<boolean> {
  const updated = await db.updateTable("node").set({ draining: draining ? 1 : 0 }).where("id", "=", id)
    .returning("id").executeTakeFirst();
  return updated !== undefined;
}

export async function deleteNode(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("node_dependency").where("node_id", "=", id).execute();
  await tx.deleteFrom("node").where("id", "=", id).execute();
}
