import { type CompiledQuery, type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from "kysely";
import type { SortKey } from "../../contract/read_sort.ts";
import type { RunSortField } from "../../contract/runs.ts";
import { reachOfDatabase, wholeDatabase } from "../../engine/labelled_database.ts";
import type { Database, RunRow } from "../../engine/store.ts";
import type { Tables } from "../../migrations/tables.ts";
import type { HeavyReads } from "../../platform/heavy_reads.ts";
import { median } from "../../platform/median.ts";
import { containsText } from "../../platform/sql_expressions.ts";
import { perEngine } from "../../platform/database_engine.ts";
import { fewTasks, newestOfFewTasks, type Read } from "./newest_of_few_tasks.ts";
import type { FailedRunRow } from "./run_failure.ts";
import {
  type FilteredRuns,
  filteredRuns,
  hasPeriod,
  isActive,
  isEveryRun,
  jsonValues,
  type RunFilter,
} from "./run_filter.ts";

export interface RunTables {
  db: Database;
  reads: HeavyReads;
}

type RunQuery = SelectQueryBuilder<Tables, "run", RunRow>;

const sortColumns = { startedAt: "started_at", durationMs: "duration_ms" } as const;

/** How many runs of a period, or of some names, are sorted instead of read in the order of their IDs. */
const MAX_SORTED_RUNS = 20_000;

/** How many names are looked for one by one; more of them have so many runs that reading the newest finds enough soon. */
const MAX_NAMES = 1_000;

/** Returns one page of runs, newest first by default, and their total, counted up to `countLimit`. */
export async function listRuns(
  { db, reads }: RunTables,
  filter: RunFilter,
): Promise<{ rows: RunRow[]; total: number }> {
  const names = isNameAlone(filter) ? await matchingNames({ db, reads }, filter.name) : null;
  if (names?.length === 0) return { rows: [], total: 0 };
  // These queries scan the whole ledger, so they must not block the thread that handles all requests.
  const isHeavy = filter.name !== undefined || filter.causes !== undefined || filter.label !== undefined ||
    filter.slower === true || filter.from !== undefined || filter.to !== undefined ||
    filter.sort.some(({ field }) => field !== "id") ||
    (filter.throughId !== undefined && filter.countLimit === undefined) ||
    filter.kind === "task" || filter.nodeId !== undefined ||
    (filter.states !== undefined && filter.taskId === undefined &&
      filter.subscriptionId === undefined && filter.kind === undefined);
  const all = <Row>(query: CompiledQuery<Row>): Promise<Row[]> =>
    isHeavy ? reads.all(query) : db.executeQuery(query).then(({ rows }) => rows);
  const query = filteredRuns(db, filter, names);
  const count = async () => Number((await all(countOf(db, query, filter)))[0]?.total ?? 0);
  if (!hasPeriod(filter) && names === null) {
    const rows = await readPage(all, db, filter);
    return { rows, total: totalAt(filter, rows.length) ?? await count() };
  }
  const total = await count();
  // Few runs of a period or of some names are sorted: read in the order of their IDs, they could be at the far end of the
  // ledger.
  const isSmall = total <= MAX_SORTED_RUNS && total !== filter.countLimit;
  if (!isSmall) return { rows: await readPage(all, db, filter), total };
  return { rows: await all(paged(sorted(query.selectAll(), filter.sort, sql<number>`+id`), filter)), total };
}

/** Reads a page in the order of the runs' IDs, or of an index. */
async function readPage(all: Read, db: Database, filter: RunFilter): Promise<RunRow[]> {
  return await newestOfFewTasks(all, db, filter) ??
    await all(paged(sorted(filteredRuns(db, filter).selectAll(), filter.sort, sql<number>`id`), filter));
}

function paged<Row>(
  query: SelectQueryBuilder<Tables, "run", Row>,
  { page, pageSize }: Pick<RunFilter, "page" | "pageSize">,
) {
  return query.limit(pageSize).offset((page - 1) * pageSize).compile();
}

/** Returns the total if a page says it by itself: it is the last one, or at least as far as runs are counted. */
function totalAt({ page, pageSize, countLimit = Infinity }: RunFilter, rows: number): number | null {
  const through = (page - 1) * pageSize + rows;
  if (rows > 0 && through >= countLimit) return countLimit;
  return rows > 0 && rows < pageSize ? through : null;
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
  const few = fewTasks(db, filter);
  const counted = few === null ? db : wholeDatabase(db);
  let runs = few === null
    ? query
    : filteredRuns(counted, filter).where("task_id", "in", jsonValues<number>(few));
  // With this, state and task are in one index; other states that have ended have indexes of their own.
  if (
    few === null && reachOfDatabase(db) !== null && filter.states?.includes("succeeded") &&
    !filter.states.some(isActive)
  ) {
    runs = runs.where(sql<boolean>`finished_at is not null`);
  }
  if (limit === undefined) return runs.select(({ fn }) => fn.countAll().as("total")).compile();
  return counted.selectFrom(runs.select("id").limit(limit).as("counted"))
    .select(({ fn }) => fn.countAll().as("total")).compile();
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

/**
 * Returns the median duration (ms) of the last runs of each task that succeeded; tasks without one are left out. The caller may see
 * all of these tasks.
 */
export async function medianDurations(
  { db, reads }: RunTables,
  taskIds: readonly number[],
): Promise<Map<number, number>> {
  const medians = new Map<number, number>();
  if (taskIds.length === 0) return medians;
  const durations = await reads.all(durationsOfLast(wholeDatabase(db), taskIds));
  for (const [taskId, runs] of Map.groupBy(durations, ({ task_id }) => task_id)) {
    medians.set(taskId, median(runs.map(({ duration_ms }) => duration_ms))!); // a group is never empty
  }
  return medians;
}

/**
 * Returns the durations of the last runs of tasks that succeeded. SQLite reads everything from the index of each task: where the first
 * of those runs is, and those from there on. PostgreSQL knows their IDs, and reads these.
 */
export function durationsOfLast(db: Database, taskIds: readonly number[]) {
  return db.selectFrom("task").innerJoin(
    "run",
    (join) =>
      join.on("run.state", "=", "succeeded").on("run.duration_ms", "is not", null).on((on) => {
        const last = on.selectFrom("run as one").select(["one.id", "one.state", "one.duration_ms"])
          .whereRef("one.task_id", "=", "task.id").orderBy("one.id", "desc").limit(MEDIAN_SCAN);
        const succeeded = on.selectFrom(last.as("last")).select("last.id").where(
          "last.state",
          "=",
          "succeeded",
        )
          .where("last.duration_ms", "is not", null).orderBy("last.id", "desc").limit(MEDIAN_RUNS);
        const first = on.selectFrom(succeeded.as("succeeded"))
          .select(({ fn }) => fn.min("succeeded.id").as("first"));
        return perEngine({
          sqlite: sql<SqlBool>`${on.ref("run.task_id")} = ${on.ref("task.id")} and ${
            on.ref("run.id")
          } >= ${first}`,
          postgres: sql<SqlBool>`${on.ref("run.id")} = any(array${succeeded})`,
        });
      }),
  ).select(["run.id", "run.task_id", "run.duration_ms"]).where("task.id", "in", taskIds)
    .$narrowType<{ task_id: number; duration_ms: number }>().compile();
}
