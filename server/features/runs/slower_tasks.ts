// The tasks that have become slow: their last run succeeded, but took much longer than usual.
import { sql } from "kysely";
import type { Database } from "../../engine/store.ts";
import { isSlowSql } from "./slow_runs.ts";

/**
 * Returns the enabled tasks, or one of them, whose last run was slow, the slowest for its task first, and since when all of
 * their runs are.
 */
export function slowerTasks(db: Database, { limit, taskId }: { limit: number; taskId?: number }) {
  const isSlow = (duration: string) => isSlowSql(sql.ref(duration), sql.ref("usual.usual_ms"));
  const succeeded = sql`run where run.task_id = task.id and run.state = 'succeeded'`;
  const lastUsual = sql`(select run.id from ${succeeded} and not ${isSlow("run.duration_ms")}
    order by run.id desc limit 1)`;
  return db.selectFrom("task").innerJoin("usual_duration as usual", "usual.task_id", "task.id").select([
    ...(["task.id", "task.name", "task.last_run_id", "task.last_duration_ms", "usual.usual_ms"] as const),
    sql<number | null>`(select run.started_at from ${succeeded} and run.id > coalesce(${lastUsual}, 0)
      order by run.id limit 1)`.as("since"),
  ]).$if(taskId !== undefined, (tasks) => tasks.where("task.id", "=", taskId!)).where("task.enabled", "=", 1)
    .where("task.last_outcome", "=", "succeeded")
    .where("task.last_run_id", "is not", null).where("task.last_duration_ms", "is not", null)
    .where("usual.usual_ms", "is not", null).where(isSlow("task.last_duration_ms"))
    .$narrowType<{ last_run_id: number; last_duration_ms: number; usual_ms: number }>()
    .orderBy(sql`cast(task.last_duration_ms as double precision) / (usual.usual_ms + 1)`, "desc")
    .orderBy("task.id").limit(limit).compile();
}
