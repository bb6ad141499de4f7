// Which runs a list has: the query for a filter, written so that the database finds an index for it.
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from "kysely";
import { hasFailed } from "../../contract/failed_states.ts";
import type { SortKey } from "../../contract/read_sort.ts";
import type { RunCause, RunKind, RunSortField, RunState } from "../../contract/runs.ts";
import { activeStates } from "../../engine/states.ts";
import type { Database } from "../../engine/store.ts";
import type { Tables } from "../../migrations/tables.ts";
import { containsText, jsonListContains, jsonTexts } from "../../platform/sql_expressions.ts";
import { wasSlow } from "./slow_runs.ts";

export interface RunFilter {
  taskId?: number | undefined;
  subscriptionId?: number | undefined;
  kind?: RunKind | undefined;
  scriptPath?: string | undefined;
  states?: readonly RunState[] | undefined;
  /** The node that runs or ran them. */
  nodeId?: number | undefined;
  causes?: readonly RunCause[] | undefined;
  /** A label that the task has now. */
  label?: string | undefined;
  /** When the run was queued, in ms: from `from` up to, but not including, `to`. */
  from?: number | undefined;
  to?: number | undefined;
  /** Part of the task's name at the time of the run. */
  name?: string | undefined;
  /** Only runs that succeeded but took much longer than their task usually does. */
  slower?: boolean | undefined;
  /** IDs: above `afterId`, up to and including `throughId`. */
  afterId?: number | undefined;
  throughId?: number | undefined;
  /** Stops counting at this number; undefined counts all. */
  countLimit?: number | undefined;
  sort: readonly SortKey<RunSortField>[];
  page: number;
  pageSize: number;
}

export type FilteredRuns = SelectQueryBuilder<Tables, "run", object>;
// As literals: SQLite uses partial indexes only for queries that repeat their condition.
const isFailed = sql<boolean>`state in ('failed', 'timed_out', 'interrupted', 'lost')`;

const isNotDone = sql<boolean>`state in ('stopped', 'skipped')`;

const isUnfinished = sql<boolean>`finished_at is null`;

// Literal for the partial index.
const isUnusualCause = sql<boolean>`cause <> 'schedule'`;

export function hasPeriod({ from, to }: RunFilter): boolean {
  return from !== undefined || to !== undefined;
}

/** Returns whether a filter leaves most runs to choose from, apart from their name, node and cause. */
function isWide(filter: RunFilter): boolean {
  const { taskId, subscriptionId, kind, scriptPath, states, label, slower } = filter;
  const others = [taskId, subscriptionId, kind, scriptPath, states, label, slower || undefined];
  return !hasPeriod(filter) && others.every((value) => value === undefined);
}

export function isEveryRun(filter: RunFilter): boolean {
  const { name, nodeId, causes } = filter;
  return isWide(filter) && name === undefined && nodeId === undefined && causes === undefined;
}

/** Returns whether a filter leaves most runs of each task. */
export function isUsual(filter: RunFilter): boolean {
  return (filter.states?.includes("succeeded") ?? true) && isEveryRun({ ...filter, states: undefined });
}

/** Returns the query for the runs that a filter lets through. */
export function filteredRuns(db: Database, filter: RunFilter, names: readonly string[] | null = null) {
  const { taskId, subscriptionId, kind, scriptPath, nodeId, states, causes, label, from, to, name } = filter;
  const { afterId, throughId, slower } = filter;
  let query = db.selectFrom("run");
  if (taskId !== undefined) query = query.where("task_id", "=", taskId);
  if (subscriptionId !== undefined) query = query.where("subscription_id", "=", subscriptionId);
  if (kind !== undefined) query = query.where("kind", "=", kind);
  // Written as a literal, or SQLite does not use the index of these types.
  if (kind !== undefined && kind !== "task") query = query.where(sql<boolean>`kind <> 'task'`);
  if (scriptPath !== undefined) query = query.where("script_path", "=", scriptPath);
  // Beside another condition, the index of nodes would be the wrong one.
  const node = isWide(filter) ? sql<number | null>`node_id` : sql<number | null>`+node_id`;
  if (nodeId !== undefined) query = query.where(node, "=", nodeId);
  if (states) query = query.where("state", "in", [...states]);
  if (states?.every(hasFailed)) query = query.where(isFailed);
  if (states?.every((state) => state === "stopped" || state === "skipped")) query = query.where(isNotDone);
  if (states?.every(isActive)) query = query.where(isUnfinished);
  if (causes) query = query.where("cause", "in", [...causes]);
  if (causes && !causes.includes("schedule") && nodeId === undefined && isWide(filter)) {
    query = query.where(isUnusualCause);
  }
  if (slower) query = query.where(wasSlow);
  if (label !== undefined) query = query.where("task_id", "in", (eb) => tasksWithLabel(eb, label));
  if (from !== undefined) query = query.where("queued_at", ">=", from);
  if (to !== undefined) query = query.where("queued_at", "<", to);
  if (names !== null) query = query.where("task_name", "in", jsonValues<string>(names));
  else if (name !== undefined) query = query.where(containsText(sql.ref("task_name"), name));
  if (afterId !== undefined) query = query.where("id", ">", afterId);
  if (throughId !== undefined) query = query.where("id", "<=", throughId);
  return query;
}

export function jsonValues<T extends string | number>(values: readonly T[]) {
  return sql<T>`(select value from ${jsonTexts(sql.val(JSON.stringify(values)))} as listed)`;
}

export function isActive(state: RunState): boolean {
  return activeStates.some((active) => active === state);
}

function tasksWithLabel(eb: ExpressionBuilder<Tables, "run">, label: string) {
  return eb.selectFrom("task").select("task.id")
    .where((task) => jsonListContains(task.ref("task.labels_json"), label));
}
