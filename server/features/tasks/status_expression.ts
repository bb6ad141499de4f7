import type { Expression, ExpressionBuilder } from "kysely";
import type { TaskStatus } from "../../contract/tasks.ts";
import { liveStates } from "../../engine/states.ts";
import type { Tables } from "../../migrations/tables.ts";

/**
 * Returns a task's status as an SQL expression to filter and sort by. Uses the same values and precedence as
 * `taskStatus`.
 */
export function statusExpression(where: ExpressionBuilder<Tables, "task">): Expression<TaskStatus> {
  const has = (states: readonly ("queued" | "starting" | "running")[]) =>
    where.exists(
      where.selectFrom("run").select("run.id").whereRef("run.task_id", "=", "task.id")
        .where("run.finished_at", "is", null).where("run.state", "in", states),
    );
  return where.case().when(has(liveStates)).then("running" as const).when(has(["queued"])).then(
    "queued" as const,
  )
    .when("task.enabled", "=", 1).then("idle" as const).else("disabled" as const).end();
}
