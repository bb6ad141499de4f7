import { type RawBuilder, sql } from "kysely";
import type { RunState } from "../../contract/runs.ts";
import type { Database } from "../../engine/store.ts";
import { jsonListContains } from "../../platform/sql_expressions.ts";
import { dueTasks, timing } from "./store.ts";
import type { Period } from "../../contract/period_query.ts";

/** A run that was queued this long before a period may still be running in it. */
export const BEFORE_MS = 86_400_000;

/** Returns how many runs each task has in a period, by state. Names are added to the sums: there are fewer of them. */
export function runsByTask(db: Database, { from, to }: Period, label: string | undefined) {
  let runs = db.selectFrom("run").select(({ fn }) => [
    "task_id",
    "state",
    fn.max("task_name").as("run_name"),
    fn.sum<number>("due_count").as("runs"),
  ]).where("queued_at", ">=", from).where("queued_at", "<", to)
    .where("kind", "=", "task").where("merged_into", "is", null);
  if (label !== undefined) {
    runs = runs.where(
      "task_id",
      "in",
      (run) =>
        run.selectFrom("task").select("task.id").where((task) =>
          jsonListContains(task.ref("labels_json"), label)
        ),
    );
  }
  const sums = runs.groupBy([
    "task_id",
    "state",
    sql`case when task_id is null then task_name else null end`,
  ]);
  return db.selectFrom(sums.as("sums")).leftJoin("task", "task.id", "sums.task_id")
    .select(({ fn }) => [
      ...["sums.task_id", "sums.state", "sums.runs"] as const,
      fn.coalesce("task.name", "sums.run_name").as("name"),
    ]).compile();
}

/** Returns the tasks that are due at some time, with their schedules. */
export function namedSchedules(db: Database, label: string | undefined) {
  return dueTasks(db, { label }).select([...timing, "id", "name"]).compile();
}

/** Returns the schedules of some tasks that are due at some time. */
export function schedulesOfTasks(db: Database, ids: readonly number[]) {
  return dueTasks(db, {}).select([...timing, "id", "name"]).where("id", "in", ids).compile();
}

export interface IdRange {
  first: number | null;
  last: number | null;
}

/** Returns the ids of the runs that were queued in a period: of few tasks, they are found faster by id than by time. */
export function idRange(db: Database, { from, to }: Period) {
  return db.selectFrom("run").select(({ fn }) => [
    fn.min<number | null>("id").as("first"),
    fn.max<number | null>("id").as("last"),
  ]).where("queued_at", ">=", from).where("queued_at", "<", to).compile();
}

export interface BarsQuery extends Period {
  ids: readonly number[];
  runIds: { first: number; last: number };
  /** Width of the intervals in which runs are counted, in ms. */
  interval: number;
  /** More runs of a task in an interval are too many for bars of their own. */
  max: number;
}

interface CountedRun {
  id: number;
  task_id: number | null;
  task_name: string;
  state: RunState;
  due_at: number | null;
  held_until: number | null;
  queued_at: number;
  started_at: number | null;
  finished_at: number | null;
}

/** Returns the runs of tasks that are few enough in their interval. */
export function singleRuns(db: Database, query: BarsQuery) {
  return sql<
    CountedRun
  >`select id, task_id, task_name, state, due_at, held_until, queued_at, started_at, finished_at
    from ${counted(query)} where in_interval <= ${query.max} order by queued_at, id`.compile(db);
}

export interface CrowdedRuns {
  task_id: number | null;
  task_name: string;
  slot: number;
  state: RunState;
  runs: number;
  first_at: number;
  last_at: number;
}

/** Returns how many runs there are in each interval in which a task has too many, by state. */
export function crowdedRuns(db: Database, query: BarsQuery) {
  return sql<CrowdedRuns>`select task_id, max(task_name) as task_name, slot, state, sum(due_count) as runs,
      min(queued_at) as first_at, max(coalesce(finished_at, queued_at)) as last_at
    from ${counted(query)} where in_interval > ${query.max} group by task_id, slot, state
    order by slot, task_id, state`.compile(db);
}

function counted({ from, to, ids, runIds, interval }: BarsQuery): RawBuilder<unknown> {
  const known = ids.filter((id) => id > 0);
  const isOf = known.length > 0 ? sql`task_id in (${sql.join(known)})` : sql`1 = 0`;
  const tasks = ids.includes(0) ? sql`(${isOf} or task_id is null)` : isOf;
  // Intervals begin with the period: that of a day, not of UTC. A negative number would be rounded up.
  const slot = sql`(queued_at - ${sql.lit(from - BEFORE_MS)}) / ${sql.lit(interval)}`;
  return sql`(select id, task_id, task_name, state, due_at, held_until, queued_at, started_at, finished_at, due_count,
      ${slot} as slot, count(*) over (partition by task_id, ${slot}) as in_interval
    from run where ${tasks} and id between ${runIds.first} and ${runIds.last}
      and queued_at >= ${from - BEFORE_MS} and queued_at < ${to}
      and (queued_at >= ${from} or finished_at > ${from} or finished_at is null)
      and kind = 'task' and merged_into is null) as counted`;
}
