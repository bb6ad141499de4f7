// How long the runs of each task usually take: the median of runs over the last weeks, so that what has become slow some
// days ago is still compared with how it was before. Computing it reads many runs, so it is stored.
import { sql } from "kysely";
import type { Database } from "../../engine/store.ts";
import type { HeavyReads } from "../../platform/heavy_reads.ts";
import { isAmong } from "../../platform/sql_expressions.ts";
import { median } from "../../platform/median.ts";
import { durationsOfLast } from "./store.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long a stored duration is good for while further runs end. */
const GOOD_FOR_MS = HOUR_MS;
/** Fewer runs that succeeded do not show what is usual. */
const MIN_RUNS = 4;
/** Beside its last runs, a task counts with some of each of these days. */
const DAYS = 30;
const RUNS_PER_DAY = 3;
/** How many runs of a day are read until enough have succeeded. */
const SCAN_PER_DAY = 10;
/** How many tasks are computed by one query. */
const BATCH = 200;

export interface UsualDurationsOptions {
  db: Database;
  reads: HeavyReads;
  now: number;
}

/**
 * Computes the usual durations of tasks for which runs have ended since: those without one, and those older than an hour. With
 * `limit`, of at most this many tasks, those that ran last first. Returns how many were computed.
 */
export async function computeUsualDurations(
  options: UsualDurationsOptions,
  { limit = Infinity, pause }: { limit?: number; pause?(): Promise<void> } = {},
): Promise<number> {
  const { db, reads, now } = options;
  let count = 0;
  let bounds: readonly number[] | null = null;
  while (count < limit) {
    const tasks = await reads.all(outdated(db, now).limit(Math.min(BATCH, limit - count)).compile());
    if (tasks.length === 0) break;
    bounds ??= [...new Set((await reads.all(firstRunOfDays(db, now))).flatMap(({ id }) => id ?? []))];
    await computeBatch(options, tasks, bounds);
    count += tasks.length;
    if (tasks.length < BATCH) break;
    await pause?.();
  }
  return count;
}

/** How many tasks a request waits for; those that ran last come first. */
const MAX_PER_REQUEST = 100;

/** Computes usual durations before they are read. Where they cannot be stored, those of before are still good. */
export async function refreshUsualDurations(options: UsualDurationsOptions): Promise<void> {
  await computeUsualDurations(options, { limit: MAX_PER_REQUEST }).catch(() => {});
}

/** Removes the durations of tasks that no longer exist. */
export async function removeUnusedDurations(db: Database): Promise<void> {
  await db.deleteFrom("usual_duration")
    .where("task_id", "not in", (where) => where.selectFrom("task").select("id")).execute();
}

/** Returns the usual durations (ms) of tasks as stored; tasks without one are left out. */
export async function readUsualDurations(
  db: Database,
  taskIds: readonly number[],
): Promise<Map<number, number>> {
  if (taskIds.length === 0) return new Map();
  const rows = await db.selectFrom("usual_duration").select(["task_id", "usual_ms"])
    .where("task_id", "in", [...taskIds]).where("usual_ms", "is not", null)
    .$narrowType<{ usual_ms: number }>().execute();
  return new Map(rows.map(({ task_id, usual_ms }) => [task_id, usual_ms]));
}

/** `bounds` are the first runs of the days that count. */
async function computeBatch(
  { db, reads, now }: UsualDurationsOptions,
  tasks: readonly { id: number; last_run_id: number }[],
  bounds: readonly number[],
): Promise<void> {
  const ids = tasks.map(({ id }) => id);
  const samples = [
    ...await reads.all(durationsOfLast(db, ids)),
    ...(bounds.length === 0 ? [] : await reads.all(durationsBefore(db, ids, bounds))),
  ];
  const byTask = Map.groupBy(samples, ({ task_id }) => task_id);
  const rows = tasks.map(({ id, last_run_id }) => {
    const runs = new Map(byTask.get(id)?.map((run) => [run.id, run.duration_ms]));
    const usual_ms = runs.size < MIN_RUNS ? null : median([...runs.values()]);
    return { task_id: id, usual_ms, last_run_id, computed_at: now };
  });
  await db.insertInto("usual_duration").values(rows)
    .onConflict((conflict) =>
      conflict.column("task_id").doUpdateSet(({ ref }) => ({
        usual_ms: ref("excluded.usual_ms"),
        last_run_id: ref("excluded.last_run_id"),
        computed_at: ref("excluded.computed_at"),
      }))
    ).execute();
}

function outdated(db: Database, now: number) {
  return db.selectFrom("task").leftJoin("usual_duration as usual", "usual.task_id", "task.id")
    .select(["task.id", "task.last_run_id"]).where("task.last_run_id", "is not", null)
    .$narrowType<{ last_run_id: number }>()
    .where(({ eb, or, and, ref }) =>
      or([
        eb("usual.task_id", "is", null),
        and([
          eb("usual.last_run_id", "<>", ref("task.last_run_id")),
          // A computation that is in the future was made before the clock was set back.
          or([
            eb("usual.usual_ms", "is", null),
            eb("usual.computed_at", "<=", now - GOOD_FOR_MS),
            eb("usual.computed_at", ">", now),
          ]),
        ]),
      ])
    ).orderBy("task.last_run_id", "desc").orderBy("task.id");
}

/** Returns the first run of anything since each of the last days; null where there is none. */
function firstRunOfDays(db: Database, now: number) {
  const [first, ...others] = Array.from(
    { length: DAYS },
    (_, day) =>
      db.selectNoFrom(({ selectFrom }) =>
        selectFrom("run").select("id").where("queued_at", ">=", now - (day + 1) * DAY_MS).orderBy("queued_at")
          .orderBy("id").limit(1).as("id")
      ),
  );
  return others.reduce((query, other) => query.unionAll(other), first!).compile();
}

/** Returns the durations of the last runs of each task that succeeded before each of some runs. */
function durationsBefore(db: Database, taskIds: readonly number[], bounds: readonly number[]) {
  const [first, ...others] = bounds.map((id) => db.selectNoFrom(sql.lit(id).as("before")));
  const days = others.reduce((query, other) => query.unionAll(other), first!);
  return db.selectFrom("task").innerJoin(days.as("day"), (join) => join.onTrue()).innerJoin(
    "run",
    (join) =>
      join.on(({ ref, selectFrom }) => {
        const last = selectFrom("run as one").select(["one.id", "one.state", "one.duration_ms"])
          .whereRef("one.task_id", "=", "task.id").whereRef("one.id", "<", "day.before")
          .orderBy("one.id", "desc").limit(SCAN_PER_DAY);
        const succeeded = selectFrom(last.as("last")).select("last.id").where("last.state", "=", "succeeded")
          .where("last.duration_ms", "is not", null).orderBy("last.id", "desc").limit(RUNS_PER_DAY);
        return isAmong(ref("run.id"), succeeded);
      }),
  ).select(["run.id", "run.task_id", "run.duration_ms"]).where("task.id", "in", [...taskIds])
    .$narrowType<{ task_id: number; duration_ms: number }>().compile();
}
