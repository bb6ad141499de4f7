// Why a task that starts after others did not start: from the link that was not followed back to the first cause.
import { isOwnLinkReason, type LinkReason, type Upstream } from "../../../contract/flows.ts";
import { wholeDatabase } from "../../../engine/labelled_database.ts";
import type { Database, RunRow } from "../../../engine/store.ts";
import type { TaskRow } from "../../../migrations/task_tables.ts";
import { decideTask } from "./decide_links.ts";
import { readUpstream } from "./flow_graph.ts";
import { type FlowMemberRow, lastOfEach, readFlow, type StoredFlow, tasksOf } from "./flow_rows.ts";
import { hasOutcome, lastOutcomes } from "./last_outcomes.ts";
import { recentSince } from "./recent_since.ts";

/** What happened to a task. The one that is asked for may be among them, if something of its own kept it from starting. */
export interface Cause {
  taskId: number;
  /** Null for one that was deleted, and is in no flow run. */
  taskName: string | null;
  reason: LinkReason;
  run: Pick<RunRow, "id" | "state" | "finished_at"> | null;
}

/** That a task was not started in a flow run. */
export interface NotStarted {
  flowRunId: number;
  decidedAt: number;
}

/** Why a start is in the list of runs, but skipped. */
const startReasons: readonly LinkReason[] = ["overlap", "merged", "list", "no_node"];

/** Returns when a task was last not started in a flow run, of those decided within some time (ms); null if it always was. */
export async function lastNotStarted(
  db: Database,
  taskId: number,
  { start, end }: { start: number; end: number },
): Promise<NotStarted | null> {
  const row = await db.selectFrom("flow_link").innerJoin(
    "flow_run",
    (join) =>
      join.onRef("flow_run.id", "=", "flow_link.flow_run_id").onRef(
        "flow_run.attempt",
        "=",
        "flow_link.attempt",
      ),
  ).select(["flow_run.id", "flow_link.decided_at"])
    .where("flow_link.task_id", "=", taskId).where("flow_link.decision", "=", "not_followed")
    .where("flow_link.decided_at", ">=", start).where("flow_link.decided_at", "<=", end)
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb("flow_link.reason", "in", startReasons),
        not(exists(
          selectFrom("run").select("run.id").where("run.task_id", "=", taskId)
            .whereRef("run.flow_run_id", "=", "flow_run.id").whereRef(
              "run.flow_attempt",
              "=",
              "flow_run.attempt",
            ),
        )),
      ])
    ).orderBy("flow_run.id", "desc").limit(1).executeTakeFirst();
  return row ? { flowRunId: row.id, decidedAt: Number(row.decided_at) } : null;
}

/** Returns why a task was not started in a flow run, the first cause last. */
export async function causesInFlow(db: Database, flowRunId: number, taskId: number): Promise<Cause[]> {
  const whole = wholeDatabase(db);
  const flow = await readFlow(whole, flowRunId);
  return flow ? await visibleOf(db, await walk(whole, flow, taskId)) : [];
}

async function walk(whole: Database, flow: StoredFlow, taskId: number): Promise<Cause[]> {
  const tasks = tasksOf(flow);
  const named = new Map(flow.graph.map(({ id, name }) => [id, name]));
  const causes: Cause[] = [];
  // Each task of a graph comes after those before it, so this ends.
  for (let id: number | null = taskId; id !== null;) {
    const link = flow.unfollowed.find(({ task_id, reason }) =>
      task_id === id && reason !== null && isDecisive(reason)
    );
    if (!link?.reason) {
      if (flow.stoppedAt !== null) {
        causes.push({ taskId: id, taskName: named.get(id) ?? null, reason: "stopped", run: null });
      }
      break;
    }
    const { reason, upstream_id: upstream } = link;
    if (isOwnLinkReason(reason)) {
      const run = await findObstacle(whole, tasks.get(id)?.runs.at(-1));
      causes.push({ taskId: id, taskName: named.get(id) ?? null, reason, run });
      break;
    }
    const here = decisiveOf(tasks.get(upstream)?.runs ?? []);
    const run = here || reason === "not_recent" || !tasks.has(upstream)
      ? await findRun(whole, upstream, here ? { id: here.id } : { until: link.decided_at })
      : null;
    causes.push({ taskId: upstream, taskName: named.get(upstream) ?? null, reason, run });
    // What was skipped has a reason of its own.
    id = reason === "upstream_not_run" && (!here || here.state === "skipped") ? upstream : null;
  }
  return causes;
}

/** Of the runs for a list, one that has not succeeded says why. */
function decisiveOf(runs: readonly FlowMemberRow[]): FlowMemberRow | undefined {
  return lastOfEach(runs).find(({ state }) => state !== "succeeded") ?? runs.at(-1);
}

function isDecisive(reason: LinkReason): boolean {
  return reason !== "other_link" && reason !== "started_already";
}

/** Finds the run that had not ended when another was skipped, or that it was merged into. */
async function findObstacle(db: Database, skipped: FlowMemberRow | undefined): Promise<Cause["run"]> {
  if (!skipped) return null;
  const row = await db.selectFrom("run").select(["blocked_by", "merged_into"]).where("id", "=", skipped.id)
    .executeTakeFirst();
  const id = row?.blocked_by ?? row?.merged_into ?? null;
  if (id === null) return null;
  return await db.selectFrom("run").select(["id", "state", "finished_at"]).where("id", "=", id)
    .executeTakeFirst() ?? null;
}

/** Finds a run of a task by its ID, or its last one of those queued until an instant (ms). */
async function findRun(
  db: Database,
  taskId: number,
  { id, until }: { id?: number; until?: number },
): Promise<Cause["run"]> {
  let query = db.selectFrom("run").select(["id", "state", "finished_at"]).where("task_id", "=", taskId)
    .orderBy("id", "desc").limit(1);
  if (id !== undefined) query = query.where("id", "=", id);
  if (until !== undefined) query = query.where(hasOutcome).where("queued_at", "<=", until);
  return await query.executeTakeFirst() ?? null;
}

/** Returns what the run of a due time waits for, or has waited for in vain; the first cause last. */
export async function causesOfDueTime(
  db: Database,
  task: TaskRow,
  run: Pick<RunRow, "due_at" | "finished_at" | "flow_run_id">,
  { now, panelZone }: { now: number; panelZone: string },
): Promise<Cause[]> {
  const whole = wholeDatabase(db);
  const until = run.finished_at ?? now;
  const upstream = readUpstream(task);
  const clock = { timeZone: task.time_zone, panelZone };
  const since = upstream ? recentSince(upstream, run.due_at ?? until, clock) : until;
  const unmet = await findRecorded(whole, task.id, run) ?? await findUnmet(whole, upstream, { since, until });
  if (!unmet) return [];
  const { from: taskId, reason } = unmet;
  const causes: Cause[] = [
    { taskId, taskName: null, reason, run: await findRun(whole, taskId, { until }) },
  ];
  if (reason === "not_recent") {
    causes.push(...await whyNotRecently(whole, taskId, { start: since, end: until }));
  }
  return await visibleOf(db, causes);
}

interface UnmetLink {
  from: number;
  reason: LinkReason;
}

/** Finds the first link because of which a due time was skipped. What the task requires may have changed since. */
async function findRecorded(
  db: Database,
  taskId: number,
  { flow_run_id: flowId }: Pick<RunRow, "flow_run_id">,
): Promise<UnmetLink | null> {
  if (flowId === null) return null;
  const links = await db.selectFrom("flow_link").select(["upstream_id", "reason"])
    .where("flow_run_id", "=", flowId).where("task_id", "=", taskId)
    .where("decision", "in", ["lapsed", "not_followed"]).execute();
  const first = links.toSorted((a, b) => a.upstream_id - b.upstream_id).find(({ reason }) =>
    reason !== null && isDecisive(reason) && !isOwnLinkReason(reason)
  );
  return first?.reason ? { from: first.upstream_id, reason: first.reason } : null;
}

/** Finds the first link that is not met by what had ended until an instant (ms). */
async function findUnmet(
  db: Database,
  upstream: Upstream | null,
  { since, until }: { since: number; until: number },
): Promise<UnmetLink | null> {
  if (upstream === null) return null;
  const outcomes = await lastOutcomes(db, upstream.tasks.map(({ taskId }) => taskId), since, until);
  const unmet = decideTask(upstream, (id) => outcomes.get(id)).links.find(({ isMet }) => !isMet);
  if (!unmet) return null;
  const outcome = outcomes.get(unmet.from);
  return { from: unmet.from, reason: outcome === undefined ? "not_recent" : `upstream_${outcome}` };
}

async function whyNotRecently(
  whole: Database,
  taskId: number,
  since: { start: number; end: number },
): Promise<Cause[]> {
  const task = await whole.selectFrom("task").select("enabled").where("id", "=", taskId).executeTakeFirst();
  if (!task) return [{ taskId, taskName: null, reason: "deleted", run: null }];
  if (task.enabled === 0) return [{ taskId, taskName: null, reason: "disabled", run: null }];
  const inFlow = await lastNotStarted(whole, taskId, since);
  const flow = inFlow && await readFlow(whole, inFlow.flowRunId);
  return flow ? await walk(whole, flow, taskId) : [];
}

/** Names the tasks as they are called now. What comes behind a task that the caller may not see is left out with it. */
async function visibleOf(db: Database, causes: readonly Cause[]): Promise<Cause[]> {
  if (causes.length === 0) return [];
  const ids = causes.map(({ taskId }) => taskId);
  const rows = await db.selectFrom("task").select(["id", "name"]).where("id", "in", ids).execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const isLimited = wholeDatabase(db) !== db;
  const hidden = isLimited ? causes.findIndex(({ taskId }) => !names.has(taskId)) : -1;
  return (hidden < 0 ? causes : causes.slice(0, hidden))
    .map((cause) => ({ ...cause, taskName: names.get(cause.taskId) ?? cause.taskName }));
}
