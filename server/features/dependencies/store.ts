import type { Insertable, Selectable, Updateable } from "kysely";
import type {
  Dependency,
  DependencyNode,
  DependencyState,
  DependencyType,
} from "../../contract/dependencies.ts";
import type { SortKey } from "../../contract/read_sort.ts";
import type { Database, RunRow, Tx } from "../../engine/store.ts";
import type { DependencyTable } from "../../migrations/tables.ts";
import { containsText } from "../../platform/sql_expressions.ts";
import { isoTime } from "../../platform/iso_time.ts";
import type { PackageJob } from "./run_type.ts";
import { isBusy } from "./states.ts";

export type DependencyRow = Selectable<DependencyTable>;

export const sortColumns = {
  name: "name",
  state: "state",
  updatedAt: "updated_at",
  createdAt: "created_at",
} as const;

export interface DependencySelection {
  type: DependencyType | undefined;
  states: readonly DependencyState[];
  q: string | undefined;
  sort: readonly SortKey<keyof typeof sortColumns>[];
  page: number;
  pageSize: number;
}

/** Returns one page of packages, newest first by default, and the total count. */
export async function listDependencies(
  db: Database,
  { type, states, q, sort, page, pageSize }: DependencySelection,
): Promise<{ rows: DependencyRow[]; total: number }> {
  let query = db.selectFrom("dependency").where("state", "in", [...states]);
  if (type !== undefined) query = query.where("type", "=", type);
  if (q !== undefined) {
    query = query.where((where) =>
      where.or([containsText(where.ref("name"), q), containsText(where.ref("remarks"), q)])
    );
  }
  let sorted = query.selectAll();
  for (const { field, descending } of sort) {
    sorted = sorted.orderBy(sortColumns[field], descending ? "desc" : "asc");
  }
  const rows = await sorted.orderBy("id", "desc").limit(pageSize).offset((page - 1) * pageSize).execute();
  const { total } = await query.select(({ fn }) => fn.countAll().as("total")).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export async function readInStates(
  db: Database,
  states: readonly DependencyState[],
): Promise<DependencyRow[]> {
  return await db.selectFrom("dependency").selectAll().where("state", "in", [...states]).orderBy("id")
    .execute();
}

/** Returns all packages, in whatever state. */
export async function readAll(db: Database): Promise<DependencyRow[]> {
  return await db.selectFrom("dependency").selectAll().orderBy("id").execute();
}

export async function readSubscriptionIds(db: Database | Tx): Promise<Set<number>> {
  return new Set((await db.selectFrom("subscription").select("id").execute()).map(({ id }) => id));
}

/** Returns the IDs of the subscriptions that packages belong to. */
export async function readOwners(db: Database): Promise<number[]> {
  const rows = await db.selectFrom("dependency").select("subscription_id").distinct()
    .where("subscription_id", "is not", null).execute();
  return rows.flatMap(({ subscription_id }) => subscription_id ?? []);
}

export async function readOfSubscription(db: Database, id: number): Promise<DependencyRow[]> {
  return await db.selectFrom("dependency").selectAll().where("subscription_id", "=", id).execute();
}

export async function readOfType(db: Database | Tx, type: DependencyType): Promise<DependencyRow[]> {
  return await db.selectFrom("dependency").selectAll().where("type", "=", type).orderBy("id").execute();
}

export async function findDependency(db: Database | Tx, id: number): Promise<DependencyRow | undefined> {
  return await db.selectFrom("dependency").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns the package that a run belongs to if it is the package's latest run. */
export async function findOfRun(db: Database, runId: number): Promise<DependencyRow | undefined> {
  return await db.selectFrom("dependency").selectAll().where("run_id", "=", runId).executeTakeFirst();
}

export async function findPackageRun(db: Database, runId: number): Promise<RunRow | undefined> {
  return await db.selectFrom("run").selectAll().where("id", "=", runId).where("kind", "=", "dependency")
    .executeTakeFirst();
}

export async function readActivePackageRuns(db: Database): Promise<RunRow[]> {
  return await db.selectFrom("run").selectAll().where("task_id", "is", null).where("finished_at", "is", null)
    .where("kind", "=", "dependency").execute();
}

export async function insertDependency(tx: Tx, row: Insertable<DependencyTable>): Promise<number> {
  const { id } = await tx.insertInto("dependency").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** A package expected in one of the given states; with `version`, unchanged since then; with `runId`, not ordered again. */
export interface SeenDependency {
  id: number;
  from: readonly DependencyState[];
  version?: number | undefined;
  runId?: number | null;
}

/**
 * Updates a package if it is unchanged, and increments its version. Returns the version; null if it has
 * changed.
 */
export async function changeDependency(
  db: Database | Tx,
  { id, from, version, runId }: SeenDependency,
  columns: Updateable<DependencyTable>,
): Promise<number | null> {
  let seen = db.updateTable("dependency").set(columns).set((where) => ({ version: where("version", "+", 1) }))
    .where("id", "=", id).where("state", "in", [...from]);
  if (version !== undefined) seen = seen.where("version", "=", version);
  if (runId !== undefined) seen = seen.where("run_id", runId === null ? "is" : "=", runId);
  return (await seen.returning("version").executeTakeFirst())?.version ?? null;
}

/** Deletes a package from the list if it is unchanged; returns whether it was. */
export async function removeSeen(
  db: Database,
  { id, version }: Pick<DependencyRow, "id" | "version">,
): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom("dependency").where("id", "=", id)
      .where("version", "=", version).executeTakeFirst();
    if (numDeletedRows > 0n) await forgetOnNodes(tx, [id]);
    return numDeletedRows > 0n;
  });
}

/** Deletes packages from the list. */
export async function removeDependencies(db: Database | Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom("dependency").where("id", "in", [...ids]).execute();
  await forgetOnNodes(db, ids);
}

async function forgetOnNodes(db: Database | Tx, ids: readonly number[]): Promise<void> {
  await db.deleteFrom("node_dependency").where("dependency_id", "in", [...ids]).execute();
}

/** Converts a row to a package of the API. */
export function toDependency(row: DependencyRow, nodes: DependencyNode[] | null): Dependency {
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    remarks: row.remarks,
    subscriptionId: row.subscription_id,
    state: row.state,
    act: row.act,
    installedVersion: row.installed_version,
    reason: row.reason,
    runId: row.run_id,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    version: row.version,
    nodes,
  };
}

/** Returns which packages stay when one is removed, excluding those whose own removal is queued. */
export async function readBeside(
  db: Database,
  { id, type }: DependencyRow,
): Promise<NonNullable<PackageJob["beside"]>> {
  const rows = (await readOfType(db, type)).filter((row) =>
    row.id !== id && row.state !== "deleted" && !(row.act === "remove" && isBusy(row.state))
  );
  const { there = [], others = [] } = Object.groupBy(
    rows,
    (row) => row.installed_version === null ? "others" : "there",
  );
  return { there: there.map(({ name }) => name), others: others.map(({ name }) => name) };
}
