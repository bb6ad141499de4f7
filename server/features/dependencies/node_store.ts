// What each node has of the dependencies. On a single machine, nothing is stored here.
import type { DependencyNode } from "../../contract/dependencies.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { NodeDependencyRow } from "../../migrations/node_tables.ts";
import { busyStates } from "./states.ts";
import { isoTime } from "../../platform/iso_time.ts";

export type NodeRecord = NodeDependencyRow;

export async function readRecords(db: Database, nodeId: number): Promise<Map<number, NodeRecord>> {
  const rows = await db.selectFrom("node_dependency").selectAll().where("node_id", "=", nodeId).execute();
  return new Map(rows.map((row) => [row.dependency_id, row]));
}

/** Returns the record of a node that a run of this node belongs to, if it is the latest. */
export async function findRecordOfRun(
  db: Database,
  nodeId: number,
  runId: number,
): Promise<NodeRecord | undefined> {
  return await db.selectFrom("node_dependency").selectAll().where("node_id", "=", nodeId)
    .where("run_id", "=", runId).executeTakeFirst();
}

export async function saveRecord(db: Database | Tx, record: NodeRecord): Promise<void> {
  const { node_id: _, dependency_id: __, ...columns } = record;
  await db.insertInto("node_dependency").values(record)
    .onConflict((on) => on.columns(["node_id", "dependency_id"]).doUpdateSet(columns)).execute();
}

/** Changes the record that belongs to a run; returns whether it still does. */
export async function changeRecordOfRun(
  db: Database,
  { node_id, run_id }: Pick<NodeRecord, "node_id" | "run_id">,
  columns: Partial<NodeRecord>,
): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable("node_dependency").set(columns)
    .where("node_id", "=", node_id).where("run_id", "=", run_id).executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function removeRecord(db: Database, nodeId: number, dependencyId: number): Promise<void> {
  await db.deleteFrom("node_dependency").where("node_id", "=", nodeId)
    .where("dependency_id", "=", dependencyId).execute();
}

export async function isOnSomeNode(db: Database, dependencyId: number): Promise<boolean> {
  const row = await db.selectFrom("node_dependency").select("node_id")
    .where("dependency_id", "=", dependencyId).where("installed_version", "is not", null).limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the runs that are installing or removing a dependency on any node. */
export async function readBusyRuns(db: Database, dependencyId: number): Promise<number[]> {
  const rows = await db.selectFrom("node_dependency").select("run_id")
    .where("dependency_id", "=", dependencyId).where("state", "in", busyStates).execute();
  return rows.flatMap(({ run_id }) => run_id ?? []);
}

/** Returns for each of these dependencies what every node has of it, panels first. */
export async function readNodes(
  db: Database,
  ids: readonly number[],
): Promise<Map<number, DependencyNode[]>> {
  if (ids.length === 0) return new Map();
  const nodes = await db.selectFrom("node").select(["id", "name"]).orderBy("role").orderBy("name").execute();
  const records = await db.selectFrom("node_dependency").selectAll().where("dependency_id", "in", [...ids])
    .execute();
  const found = new Map(records.map((row) => [`${row.dependency_id} ${row.node_id}`, row]));
  return new Map(
    ids.map((id) => [id, nodes.map((node) => toNode(node, found.get(`${id} ${node.id}`)))] as const),
  );
}

function toNode(node: { id: number; name: string }, record: NodeRecord | undefined): DependencyNode {
  return {
    nodeId: node.id,
    nodeName: node.name,
    state: record?.state ?? null,
    installedVersion: record?.installed_version ?? null,
    reason: record?.reason ?? null,
    runId: record?.run_id ?? null,
    updatedAt: record ? isoTime(record.updated_at) : null,
  };
}
