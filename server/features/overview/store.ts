import { sql } from "kysely";
import { failedStates } from "../../contract/failed_states.ts";
import { taskLimits } from "../../contract/limits/tasks.ts";
import type { DeliveryState } from "../../contract/notifications.ts";
import type { Database } from "../../engine/store.ts";
import { liveStates } from "../../engine/states.ts";
import { median } from "../../platform/median.ts";

/** How many rows the lists of the overview have. */
const LIST_LENGTH = 10;
const MEDIAN_RUNS = 20;

/** The columns that decide when a task is due, besides its id. */
const timing = [
  ...["schedules_json", "time_zone", "calendar_id", "on_day_off"] as const,
  ...["valid_from", "valid_until", "after_due_at"] as const,
] as const;

/**
 * Returns the schedules of the enabled tasks that are due at some time, as the load needs them: with the number of tasks that
 * have each and their last durations in sum. `H` in a rule depends on the id of the task.
 */
export function schedulesInUse(db: Database) {
  return db.selectFrom("task").select(({ fn }) => [
    ...timing,
    fn.min("id").as("id"),
    fn.countAll<number>().as("tasks"),
    sql<number>`cast(coalesce(sum(last_duration_ms), 0) as double precision)`.as("last_duration_ms"),
  ]).where("enabled", "=", 1).where("next_due_at", "is not", null)
    .groupBy([...timing, sql`case when schedules_json like '%H%' then id else 0 end`])
    .compile();
}

/** Returns the enabled tasks that are due at some time, as needed to move them to another minute. */
export function movableTasks(db: Database) {
  return db.selectFrom("task").select([
    ...timing,
    ...(["id", "name", "last_duration_ms"] as const),
    ...(["random_delay_ms", "subscription_id"] as const),
  ]).where("enabled", "=", 1).where("next_due_at", "is not", null).orderBy("id").compile();
}

/** Returns the tasks that are due next, in order. */
export function nextTasks(db: Database) {
  return db.selectFrom("task").select(["id", "name", "next_due_at"]).where("enabled", "=", 1)
    .where("next_due_at", "is not", null).$narrowType<{ next_due_at: number }>()
    .orderBy("next_due_at").orderBy("id").limit(LIST_LENGTH).compile();
}

/** Returns how many enabled tasks failed at their last run. */
export function countFailing(db: Database) {
  return db.selectFrom("task").select(({ fn }) => fn.countAll<number>().as("total"))
    .where("enabled", "=", 1).where("last_outcome", "in", failedStates).compile();
}

/** How many of the latest failures are put in order: each costs two short reads. */
const MAX_ORDERED = 200;

/**
 * Returns the enabled tasks that failed at their last run, with their failures in a row, at most 100: muted ones last,
 * the longest streak first, then the latest failure.
 */
export function failingTasks(db: Database) {
  const latest = db.selectFrom("task").select([
    ...(["id", "name", "last_run_id", "last_started_at", "muted", "time_limit_ms"] as const),
  ]).where("enabled", "=", 1)
    .where("last_outcome", "in", failedStates).where("last_run_id", "is not", null)
    .$narrowType<{ last_run_id: number }>().orderBy("muted").orderBy("last_run_id", "desc")
    .limit(MAX_ORDERED).as("task");
  const recent = sql`(select id, state from run where run.task_id = task.id and finished_at is not null
    and state <> 'skipped' order by id desc limit ${taskLimits.failureStreak})`;
  const lastGood = sql`(select max(past.id) from ${recent} as past
    where past.state not in (${sql.join(failedStates)}))`;
  const streak = sql<number>`(select count(*) from ${recent} as newest
    where newest.id > coalesce(${lastGood}, 0))`;
  return db.selectFrom(latest).innerJoin("run as ended", "ended.id", "task.last_run_id").select([
    ...(["task.id", "task.name", "task.last_run_id", "task.last_started_at", "task.muted"] as const),
    ...(["task.time_limit_ms", "ended.state", "ended.exit_code", "ended.signal", "ended.detail"] as const),
    ...(["ended.duration_ms", "ended.log_path"] as const),
    streak.as("streak"),
  ]).orderBy("task.muted").orderBy("streak", "desc").orderBy("task.last_run_id", "desc")
    .limit(LIST_LENGTH).compile();
}

/** Returns the parameters of tasks that have some. */
export function tasksWithParameters(db: Database, ids: readonly number[]) {
  return db.selectFrom("task").select(["id", "parameters_json"]).where("id", "in", ids)
    .where("parameters_json", "<>", "[]").compile();
}

/** Returns the live runs of tasks, the oldest first. */
export async function liveRuns(db: Database, limit: number) {
  return await db.selectFrom("run").select(["id", "task_id", "task_name", "started_at"])
    .where("finished_at", "is", null).where("state", "in", liveStates).where("kind", "=", "task")
    .where("task_id", "is not", null).$narrowType<{ task_id: number }>().orderBy("id").limit(limit).execute();
}

/** Returns the median duration (ms) of the last 20 runs of a task that succeeded; null if there is none. */
export async function medianDuration(db: Database, taskId: number): Promise<number | null> {
  const rows = await db.selectFrom("run").select("duration_ms").where("task_id", "=", taskId)
    .where("state", "=", "succeeded").where("duration_ms", "is not", null)
    .$narrowType<{ duration_ms: number }>().orderBy("id", "desc").limit(MEDIAN_RUNS).execute();
  return median(rows.map(({ duration_ms }) => duration_ms));
}

/** Lists the enabled channels of the panel with the state of the last delivery that each has ended; null without one. */
export async function readChannels(db: Database): Promise<{ last_state: DeliveryState | null }[]> {
  return await db.selectFrom("channel").select((channel) =>
    channel.selectFrom("delivery").select("delivery.state").whereRef("delivery.channel_id", "=", "channel.id")
      .where("state", "in", ["delivered", "failed"]).orderBy("delivery.id", "desc").limit(1).as("last_state")
  ).where("enabled", "=", 1).where("account_id", "is", null).orderBy("channel.id").execute();
}

/** Returns when a notification was last delivered to a channel of the panel; null when none was. */
export async function lastDeliveredAt(db: Database): Promise<number | null> {
  const row = await db.selectFrom("delivery").select(({ fn }) => fn.max("finished_at").as("at"))
    .where("state", "=", "delivered").where("account_id", "is", null).executeTakeFirst();
  return row?.at ?? null;
}
