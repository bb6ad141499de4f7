import { sql } from "kysely";
import type { Database } from "../../engine/store.ts";
import { jsonListContains } from "../../platform/sql_expressions.ts";
import type { Period } from "../../contract/period_query.ts";
import type { OccurrenceFilter } from "./past_counts.ts";

/** The columns that decide when a task is due, besides its id. */
export const timing = [
  ...["schedules_json", "time_zone", "calendar_id", "on_day_off"] as const,
  ...["valid_from", "valid_until", "after_due_at"] as const,
] as const;

export function dueTasks(db: Database, { label, taskId }: OccurrenceFilter) {
  let query = db.selectFrom("task").where("enabled", "=", 1).where("next_due_at", "is not", null);
  if (taskId !== undefined) query = query.where("id", "=", taskId);
  if (label !== undefined) query = query.where((task) => jsonListContains(task.ref("labels_json"), label));
  return query;
}

/** Returns the schedules of the tasks that are due at some time, with the number of tasks that have each. */
export function schedulesOf(db: Database, filter: OccurrenceFilter) {
  return dueTasks(db, filter).select(({ fn }) => [
    ...timing,
    fn.min("id").as("id"),
    fn.countAll<number>().as("tasks"),
  ]).groupBy([...timing, sql`case when schedules_json like '%H%' then id else 0 end`]).compile();
}

/** Returns the tasks that are due at some time, those that are due first before the others. */
export function listedTasks(db: Database, filter: OccurrenceFilter) {
  return dueTasks(db, filter).select([...timing, "id", "name", "next_due_at"]).orderBy("next_due_at").orderBy(
    "id",
  )
    .compile();
}

const runColumns = [
  ...["id", "task_id", "task_name", "state", "due_at", "held_until"] as const,
  ...["queued_at", "started_at", "finished_at"] as const,
] as const;

/** Returns the runs of tasks that were queued in a period, in that order. */
export function listedRuns(
  db: Database,
  { from, to }: Period,
  { label, taskId }: OccurrenceFilter,
  limit: number,
) {
  let query = db.selectFrom("run").select(runColumns).where("queued_at", ">=", from).where(
    "queued_at",
    "<",
    to,
  )
    .where("kind", "=", "task").where("merged_into", "is", null);
  if (taskId !== undefined) query = query.where("task_id", "=", taskId);
  if (label !== undefined) {
    query = query.where(
      "task_id",
      "in",
      (run) =>
        run.selectFrom("task").select("task.id").where((task) =>
          jsonListContains(task.ref("labels_json"), label)
        ),
    );
  }
  return query.orderBy("queued_at").orderBy("id").limit(limit).compile();
}
