// Due times that wait for other tasks: their runs are in the queue, and start once those have ended as required.
import { askForApproval } from "../../../engine/approvals.ts";
import { gathered } from "../../../engine/gathered.ts";
import { skipQueued } from "../../../engine/ledger.ts";
import type { FollowingRuns } from "../../../engine/run_type.ts";
import type { Database, RunRow, Tx } from "../../../engine/store.ts";
import type { TaskRow } from "../../../migrations/task_tables.ts";
import { readTask } from "../store.ts";
import { taskKey } from "../task_source.ts";
import { readUpstream } from "./flow_graph.ts";
import { settleDueLinks, unmetLinks } from "./due_links.ts";
import { decideAt } from "./last_outcomes.ts";

/** Returns until when a due time waits (ms), which may have passed; null if the tasks before it have ended as required. */
export async function awaitsUntil(
  tx: Tx,
  task: Pick<TaskRow, "upstream_json" | "time_zone">,
  { dueAt, panelZone }: { dueAt: number; panelZone: string },
): Promise<number | null> {
  const upstream = readUpstream(task);
  if (upstream === null) return null;
  const { verdict } = await decideAt(tx, upstream, { at: dueAt, timeZone: task.time_zone, panelZone });
  return verdict === "start" ? null : dueAt + upstream.waitMs;
}

interface Present {
  now: number;
  panelZone: string;
}

/** What is read of a run that waits. */
const awaitingColumns = ["run.id", "run.task_id", "run.due_at", "run.flow_run_id"] as const;
type AwaitingRun = Pick<RunRow, "id" | "task_id" | "due_at" | "flow_run_id">;

/** Lists the runs that wait for the end of a task, oldest first. Calls at the same moment share a query. */
const awaitingAfter = gathered(async (tx: Tx, taskIds: readonly number[]) => {
  const runs = await tx.selectFrom("run").innerJoin("task_link", "task_link.task_id", "run.task_id")
    .select([...awaitingColumns, "task_link.upstream_id"])
    .where("task_link.upstream_id", "in", [...new Set(taskIds)])
    .where("awaits_until", "is not", null).orderBy("run.id").execute();
  const byTask = Map.groupBy(runs, ({ upstream_id }) => upstream_id);
  return taskIds.map((id) => byTask.get(id) ?? []);
});

/** Lets the runs start that wait for the end of a task and have nothing more to wait for. */
export async function releaseAwaiting(
  tx: Tx,
  taskId: number,
  present: Present,
): Promise<FollowingRuns[]> {
  const released: FollowingRuns[] = [];
  for (const run of await awaitingAfter(tx, taskId)) released.push(...await releaseIfMet(tx, run, present));
  return released;
}

/** Which runs that wait are looked at in one transaction. */
export interface WaitingRuns {
  /** Null for those of all tasks. */
  taskIds: readonly number[] | null;
  /** ID of the last run that was looked at before. */
  after: number;
  limit: number;
}

/**
 * The same for runs that wait, whatever they wait for: what ended while no panel was there to notice, or is not required any more.
 * Returns the last run that was looked at; null when there were none left.
 */
export async function releaseWaiting(
  tx: Tx,
  { taskIds, after, limit }: WaitingRuns,
  present: Present,
): Promise<{ released: FollowingRuns[]; last: number | null }> {
  const runs = await tx.selectFrom("run").select(awaitingColumns)
    .where("awaits_until", "is not", null).where("id", ">", after)
    .$if(taskIds !== null, (query) => query.where("task_id", "in", [...taskIds ?? []]))
    .orderBy("id").limit(limit).execute();
  const released: FollowingRuns[] = [];
  for (const run of runs) released.push(...await releaseIfMet(tx, run, present));
  return { released, last: runs.at(-1)?.id ?? null };
}

async function releaseIfMet(tx: Tx, run: AwaitingRun, { now, panelZone }: Present): Promise<FollowingRuns[]> {
  const { task_id: taskId } = run;
  if (taskId === null) return [];
  const task = await readTask(tx, taskId);
  const decided = await decideRun(tx, run, { task, now, panelZone });
  // What is required of the tasks before it may have been removed since.
  if (decided && decided.verdict !== "start") return [];
  const { numUpdatedRows } = await tx.updateTable("run").set({ awaits_until: null }).where("id", "=", run.id)
    .where("state", "=", "queued").where("awaits_until", "is not", null).executeTakeFirst();
  if (Number(numUpdatedRows) === 0) return [];
  await settleDueLinks(tx, run, { now, links: decided?.links ?? [] });
  const waits = task?.requires_approval === 1 &&
    await askForApproval(tx, run.id, now + task.approval_lapse_ms);
  const result = { queued: [run.id], ...waits && { waiting: [run.id] }, skipped: [], stop: [] };
  return [{ source: taskKey(taskId), result }];
}

/** Decides a run that waits, by what its task requires now; null if that is nothing. */
async function decideRun(
  tx: Tx,
  { due_at: dueAt }: AwaitingRun,
  { task, now, panelZone }: Present & { task: TaskRow | null },
) {
  const upstream = task && readUpstream(task);
  if (!upstream) return null;
  return await decideAt(tx, upstream, { at: dueAt ?? now, timeZone: task.time_zone, panelZone });
}

/** Skips due times that have waited as long as they may, oldest first. Returns one entry for each. */
export async function lapseAwaiting(tx: Tx, present: Present, limit: number): Promise<FollowingRuns[]> {
  const { now } = present;
  const runs = await tx.selectFrom("run").select(awaitingColumns).where("awaits_until", "<=", now)
    .where("task_id", "is not", null).orderBy("id").limit(limit).execute();
  const all: FollowingRuns[] = [];
  for (const run of runs) {
    const released = await releaseIfMet(tx, run, present);
    all.push(...released);
    if (released.length > 0 || run.task_id === null) continue;
    const skipped = await skipQueued(tx, [run.id], { reason: "upstream", now });
    await tx.updateTable("run").set({ awaits_until: null }).where("id", "=", run.id).execute();
    all.push({ source: taskKey(run.task_id), result: { queued: [], skipped, stop: [] } });
    if (skipped.length === 0) continue;
    const decided = await decideRun(tx, run, { ...present, task: await readTask(tx, run.task_id) });
    await settleDueLinks(tx, run, { now, links: decided ? unmetLinks(decided, "lapsed") : [] });
  }
  return all;
}

/** Returns when the next due time has waited as long as it may (ms); null if none waits. */
export async function nextLapse(db: Database): Promise<number | null> {
  const { next } = await db.selectFrom("run").select(({ fn }) => fn.min("awaits_until").as("next"))
    .where("awaits_until", "is not", null).where("task_id", "is not", null).executeTakeFirstOrThrow();
  return next === null ? null : Number(next);
}
