import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Upstream } from "../../../contract/flows.ts";
import { rejectedReasons } from "../../../contract/runs.ts";
import { isFinal } from "../../../engine/states.ts";
import type { Database, RunRow, Tx } from "../../../engine/store.ts";
import type { Tables } from "../../../migrations/tables.ts";
import { lastOfEach, outcomeOf, readFlow, runColumns, tasksOf } from "./flow_rows.ts";
import { decideTask, type Outcome, type TaskDecision } from "./decide_links.ts";
import { recentSince, type TaskClock } from "./recent_since.ts";

/** What was skipped says nothing of a task, unless it was rejected. */
export function hasOutcome(run: ExpressionBuilder<Tables, "run">): Expression<SqlBool> {
  return run.or([run("state", "<>", "skipped"), run("skip_reason", "in", [...rejectedReasons])]);
}

const columns = [
  ...runColumns,
  "finished_at",
  "flow_run_id",
  "queued_at",
  "due_at",
  "cause",
  "retry_of",
] as const;
type StartedRun = Pick<RunRow, (typeof columns)[number]>;

/**
 * Returns how the last start of each task ended, of those until an instant (ms); tasks are left out if a run of that start is active
 * then, or all of them ended before `since` (ms).
 */
export async function lastOutcomes(
  tx: Database | Tx,
  taskIds: readonly number[],
  since: number,
  until = Number.MAX_SAFE_INTEGER,
): Promise<Map<number, Outcome>> {
  const found = new Map<number, Outcome>();
  for (const taskId of taskIds) {
    const last = await tx.selectFrom("run").select(columns).where("task_id", "=", taskId).where(hasOutcome)
      .where("queued_at", "<=", until).orderBy("id", "desc").limit(1).executeTakeFirst();
    if (!last) continue;
    const runs = await runsOfStart(tx, { taskId, last, until });
    if (runs.some(({ state, finished_at }) => !isFinal(state) || (finished_at ?? 0) > until)) continue;
    if (Math.max(...runs.map(({ finished_at }) => finished_at ?? 0)) < since) continue;
    const outcome = outcomeOf(runs);
    if (outcome) found.set(taskId, outcome);
  }
  return found;
}

/** Returns the runs that count of the start that a run belongs to: one, or one on each node, or for each value of a list. */
async function runsOfStart(
  db: Database | Tx,
  { taskId, last, until }: { taskId: number; last: StartedRun; until: number },
): Promise<StartedRun[]> {
  if (last.item === null && last.target_node === null) return [last];
  if (last.flow_run_id === null) return await runsOnNodes(db, { taskId, last, until });
  const flow = await readFlow(db, last.flow_run_id, taskId);
  const ids = lastOfEach(flow && tasksOf(flow).get(taskId)?.runs || []).map(({ id }) => id);
  if (ids.length === 0) return [last];
  return await db.selectFrom("run").select(columns).where("flow_run_id", "=", last.flow_run_id)
    .where("id", "in", ids).where(hasOutcome).execute();
}

// Those of one start are queued at the same time; a retry names the run that it replaces.
async function runsOnNodes(
  db: Database | Tx,
  { taskId, last, until }: { taskId: number; last: StartedRun; until: number },
): Promise<StartedRun[]> {
  const ofTask = db.selectFrom("run").select(columns).where("task_id", "=", taskId).where(hasOutcome);
  let first = last;
  while (first.retry_of !== null) {
    const before = await ofTask.where("id", "=", first.retry_of).executeTakeFirst();
    if (!before) break;
    first = before;
  }
  const together = await ofTask.where("queued_at", "=", first.queued_at).where("cause", "=", first.cause)
    .where("due_at", first.due_at === null ? "is" : "=", first.due_at).where("target_node", "is not", null)
    .execute();
  const all = [...together];
  for (let failed = together; failed.length > 0;) {
    failed = await ofTask.where("id", ">", first.id).where("queued_at", "<=", until)
      .where("retry_of", "in", failed.map(({ id }) => id)).execute();
    all.push(...failed);
  }
  const ids = new Set(lastOfEach(all).map(({ id }) => id));
  return all.filter(({ id }) => ids.has(id));
}

/** Decides a task for a due time (ms), by the last starts of the tasks before it. */
export async function decideAt(
  tx: Database | Tx,
  upstream: Upstream,
  { at, ...clock }: { at: number } & TaskClock,
): Promise<TaskDecision & { outcomes: ReadonlyMap<number, Outcome> }> {
  const ids = upstream.tasks.map(({ taskId }) => taskId);
  const outcomes = await lastOutcomes(tx, ids, recentSince(upstream, at, clock));
  return { ...decideTask(upstream, (id) => outcomes.get(id)), outcomes };
}
