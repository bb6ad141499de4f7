import { type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { hasFailed } from "../../contract/failed_states.ts";
import type { SortKey } from "../../contract/read_sort.ts";
import type { RunCause, RunKind, RunSortField, RunState } from "../../contract/runs.ts";
import { fewVisibleTasks, reachOfDatabase } from "../../engine/labelled_database.ts";
import { activeStates } from "../../engine/states.ts";
import type { Database, RunRow } from "../../engine/store.ts";
import type { Tables } from "../../migrations/tables.ts";
import { containsText, isAmong, jsonListContains, jsonTexts } from "../../platform/sql_expressions.ts";
import type { HeavyReads } from "../../platform/heavy_reads.ts";
import { median } from "../../platform/median.ts";
import { wasSlow } from "./slow_runs.ts";
import type { FailedRunRow } from "./run_failure.ts";

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

export interface RunTables {
  db: Database;
  reads: HeavyReads;
}

type FilteredRuns = SelectQueryBuilder<Tables, "run", object>;
type RunQuery = SelectQueryBuilder<Tables, "run", RunRow>;

// As literals: SQLite uses partial indexes only for queries that repeat their condition.
const isFailed = sql<boolean>`state in ('failed', 'timed_out', 'interrupted', 'lost')`;

const isNotDone = sql<boolean>`state in ('stopped', 'skipped')`;

const isUnfinished = sql<boolean>`finished_at is null`;

const sortColumns = { startedAt: "started_at", durationMs: "duration_ms" } as const;

/** How many runs of a period, or of some names, are sorted instead of read in the order of their IDs. */
const MAX_SORTED_RUNS = 20_000;

/** How many tasks are counted one by one. */
const MAX_COUNTED_TASKS = 1_000;

/** How many names are looked for one by one; more of them have so many runs that reading the newest finds enough soon. */
const MAX_NAMES = 1_000;

// Literal for the partial index.
const isUnusualCause = sql<boolean>`cause <> 'schedule'`;

/** Returns one page of runs, newest first by default, and their total, counted up to `countLimit`. */
export async function listRuns(
  { db, reads }: RunTables,
  filter: RunFilter,
): Promise<{ rows: RunRow[]; total: number }> {
  const names = isNameAlone(filter) ? await matchingNames({ db, reads }, filter.name) : null;
  if (names?.length === 0) return { rows: [], total: 0 };
  const query = filtered(db, filter, names);
  const count = countOf(db, query, filter);
  // These queries scan the whole ledger, so they must not block the thread that handles all requests.
  const isHeavy = filter.name !== undefined || filter.causes !== undefined || filter.label !== undefined ||
    filter.slower === true || filter.from !== undefined || filter.to !== undefined ||
    filter.sort.some(({ field }) => field !== "id") ||
    (filter.throughId !== undefined && filter.countLimit === undefined) ||
    filter.kind === "task" || filter.nodeId !== undefined ||
    (filter.states !== undefined && filter.taskId === undefined &&
      filter.subscriptionId === undefined && filter.kind === undefined);
  const [counted] = isHeavy ? await reads.all(count) : (await db.executeQuery(count)).rows;
  const total = Number(counted?.total ?? 0);
  // Few runs of a period or of some names are sorted: read in the order of their IDs, they could be at the far end of the
  // ledger.
  const isSmall = (hasPeriod(filter) || names !== null) && total <= MAX_SORTED_RUNS &&
    total !== filter.countLimit;
  const listed = isSmall ? query : filtered(db, filter, null);
  const page = sorted(listed.selectAll(), filter.sort, isSmall ? sql<number>`+id` : sql<number>`id`)
    .limit(filter.pageSize).offset((filter.page - 1) * filter.pageSize);
  const rows = isHeavy ? await reads.all(page.compile()) : await page.execute();
  return { rows, total };
}

function hasPeriod({ from, to }: RunFilter): boolean {
  return from !== undefined || to !== undefined;
}

/** Returns whether a filter leaves most runs to choose from, apart from their name, node and cause. */
function isWide(filter: RunFilter): boolean {
  const { taskId, subscriptionId, kind, scriptPath, states, label, slower } = filter;
  const others = [taskId, subscriptionId, kind, scriptPath, states, label, slower || undefined];
  return !hasPeriod(filter) && others.every((value) => value === undefined);
}

function isEveryRun(filter: RunFilter): boolean {
  const { name, nodeId, causes } = filter;
  return isWide(filter) && name === undefined && nodeId === undefined && causes === undefined;
}

function isNameAlone(filter: RunFilter): filter is RunFilter & { name: string } {
  const { name, sort } = filter;
  return name !== undefined && isEveryRun({ ...filter, name: undefined }) &&
    sort.every(({ field }) => field === "id");
}

/** Returns the names of runs that contain a text; null if there are too many. */
async function matchingNames({ db, reads }: RunTables, part: string): Promise<string[] | null> {
  const query = db.selectFrom("run_task_name").select("name").where((where) =>
    containsText(where.ref("name"), part)
  ).limit(MAX_NAMES + 1);
  const rows = await reads.all(query.compile());
  return rows.length > MAX_NAMES ? null : rows.map(({ name }) => name);
}

function countOf(db: Database, query: FilteredRuns, filter: RunFilter) {
  const { countLimit: limit } = filter;
  // Most of the ledger may belong to other tasks: those of few visible tasks are counted task by task, unless their states are
  // rare.
  const isUsual = filter.states?.includes("succeeded") ?? true;
  const few = isUsual && isEveryRun({ ...filter, states: undefined })
    ? fewVisibleTasks(db, MAX_COUNTED_TASKS)
    : null;
  let runs = few === null ? query : query.where("task_id", "in", jsonValues<number>(few));
  // With this, state and task are in one index; other states that have ended have indexes of their own.
  if (
    few === null && reachOfDatabase(db) !== null && filter.states?.includes("succeeded") &&
    !filter.states.some(isActive)
  ) {
    runs = runs.where(sql<boolean>`finished_at is not null`);
  }
  if (limit === undefined) return runs.select(({ fn }) => fn.countAll().as("total")).compile();
  return db.selectFrom(runs.select("id").limit(limit).as("counted"))
    .select(({ fn }) => fn.countAll().as("total")).compile();
}

function filtered(db: Database, filter: RunFilter, names: readonly string[] | null) {
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

function jsonValues<T extends string | number>(values: readonly T[]) {
  return sql<T>`(select value from ${jsonTexts(sql.val(JSON.stringify(values)))} as listed)`;
}

function isActive(state: RunState): boolean {
  return activeStates.some((active) => active === state);
}

function tasksWithLabel(eb: ExpressionBuilder<Tables, "run">, label: string) {
  return eb.selectFrom("task").select("task.id")
    .where((task) => jsonListContains(task.ref("task.labels_json"), label));
}

/** Sorts runs; `id` is their ID, or an expression of it that keeps the database from reading in its order. */
function sorted(query: RunQuery, sort: readonly SortKey<RunSortField>[], id: RawBuilder<number>): RunQuery {
  let ordered = query;
  for (const { field, descending } of sort) {
    ordered = field === "id"
      ? ordered.orderBy(id, descending ? "desc" : "asc")
      : ordered.orderBy(sortColumns[field], (by) => (descending ? by.desc() : by.asc()).nullsLast());
  }
  return sort.some(({ field }) => field === "id") ? ordered : ordered.orderBy(id, "desc");
}

export async function findRun(db: Database, id: number): Promise<RunRow | undefined> {
  return await db.selectFrom("run").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function findRuns(db: Database, ids: readonly number[]): Promise<RunRow[]> {
  return ids.length === 0 ? [] : await db.selectFrom("run").selectAll().where("id", "in", [...ids]).execute();
}

/** Returns what is known about why runs failed, with the time limits of their tasks. */
export async function findFailures(
  db: Database,
  ids: readonly number[],
): Promise<(FailedRunRow & Pick<RunRow, "id">)[]> {
  if (ids.length === 0) return [];
  return await db.selectFrom("run").leftJoin("task", "task.id", "run.task_id").select([
    ...(["run.id", "run.state", "run.exit_code", "run.signal", "run.detail", "run.duration_ms"] as const),
    ...(["run.log_path", "task.time_limit_ms"] as const),
  ]).where("run.id", "in", [...ids]).orderBy("run.id").execute();
}

export async function findByLogPath(db: Database, path: string): Promise<RunRow | undefined> {
  return await db.selectFrom("run").selectAll().where("log_path", "=", path).orderBy("id", "desc").limit(1)
    .executeTakeFirst();
}

const MEDIAN_RUNS = 20;
/** How many of a task's last runs are read for its median, so that a task that never succeeds costs no more. */
const MEDIAN_SCAN = 100;

/** Returns the median duration (ms) of the last runs of each task that succeeded; tasks without one are left out. */
export async function medianDurations(
  { db, reads }: RunTables,
  taskIds: readonly number[],
): Promise<Map<number, number>> {
  const medians = new Map<number, number>();
  if (taskIds.length === 0) return medians;
  const durations = await reads.all(durationsOfLast(db, taskIds));
  for (const [taskId, runs] of Map.groupBy(durations, ({ task_id }) => task_id)) {
    medians.set(taskId, median(runs.map(({ duration_ms }) => duration_ms))!); // a group is never empty
  }
  return medians;
}

/**
 * Returns the durations of the last runs of tasks that succeeded. Reads through the index of each task, newest first; one query for all of them, which
 * stops at the last run that counts.
 */
export function durationsOfLast(db: Database, taskIds: readonly number[]) {
  return db.selectFrom("task").innerJoin("run", (join) =>
    join.on(({ ref, selectFrom }) => {
      const last = selectFrom("run as one").select(["one.id", "one.state", "one.duration_ms"])
        .whereRef("one.task_id", "=", "task.id").orderBy("one.id", "desc").limit(MEDIAN_SCAN);
      const succeeded = selectFrom(last.as("last")).select("last.id").where("last.state", "=", "succeeded")
        .where("last.duration_ms", "is not", null).orderBy("last.id", "desc").limit(MEDIAN_RUNS);
      return isAmong(ref("run.id"), succeeded);
    })).select(["run.id", "run.task_id", "run.duration_ms"]).where("task.id", "in", taskIds)
    .$narrowType<{ task_id: number; duration_ms: number }>().compile();
}
