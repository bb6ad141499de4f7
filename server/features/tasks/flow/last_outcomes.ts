import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Upstream } from "../../../contract/flows.ts";
import { rejectedReasons } from "../../../contract/runs.ts";
import { sinceWhen } from "../../../contract/within.ts";
import { isFinal } from "../../../engine/states.ts";
import type { Database, Tx } from "../../../engine/store.ts";
import type { Tables } from "../../../migrations/tables.ts";
import { readFlow, tasksOf } from "./flow_rows.ts";
import { decideTask, type Outcome } from "./decide_links.ts";

/** What was skipped says nothing of a task, unless it was rejected. */
export function hasOutcome(run: ExpressionBuilder<Tables, "run">): Expression<SqlBool> {
  return run.or([run("state", "<>", "skipped"), run("skip_reason", "in", [...rejectedReasons])]);
}

/** Returns how the last run of each task ended, of those queued until an instant (ms); tasks are left out whose last run is active, or ended before `since` (ms). */
export async function lastOutcomes(
  tx: Database | Tx,
  taskIds: readonly number[],
  since: number,
  until = Number.MAX_SAFE_INTEGER,
): Promise<Map<number, Outcome>> {
  const found = new Map<number, Outcome>();
  for (const taskId of taskIds) {
    const last = await tx.selectFrom("run").select(["state", "finished_at", "item", "flow_run_id"]).where(
      "task_id",
      "=",
      taskId,
    )
      .where(hasOutcome)
      .where("queued_at", "<=", until).orderBy("id", "desc").limit(1).executeTakeFirst();
    if (!last || !isFinal(last.state) || (last.finished_at ?? 0) < since) continue;
    if (last.item !== null && last.flow_run_id !== null) {
      // One of a list, all of which count as one.
      const flow = await readFlow(tx, last.flow_run_id);
      const outcome = flow && tasksOf(flow).get(taskId)?.outcome;
      if (outcome) found.set(taskId, outcome);
      continue;
    }
    found.set(taskId, last.state === "succeeded" ? "succeeded" : "failed");
  }
  return found;
}

/** Returns whether the tasks before one have ended as required, for a due time or a start at an instant (ms). */
export async function isMetAt(
  tx: Database | Tx,
  upstream: Upstream,
  { at, zone }: { at: number; zone: string },
): Promise<boolean> {
  const ids = upstream.tasks.map(({ taskId }) => taskId);
  const outcomes = await lastOutcomes(tx, ids, sinceWhen(upstream.within, at, zone));
  return decideTask(upstream, (id) => outcomes.get(id)).verdict === "start";
}
