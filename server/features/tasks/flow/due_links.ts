// The links of a due time: what was decided of them when it came, when the tasks before it ended, and when it had waited long enough.
import type { LinkDecision, LinkReason, Upstream } from "../../../contract/flows.ts";
import type { RunRow, Tx } from "../../../engine/store.ts";
import type { TaskRow } from "../../../migrations/task_tables.ts";
import { type FlowTask, readGraph, readUpstream } from "./flow_graph.ts";
import { decideAt } from "./last_outcomes.ts";
import { insertFlow } from "./begin_flow.ts";
import { reasonOfSkip } from "./skip_reasons.ts";
import type { Outcome, TaskDecision } from "./decide_links.ts";

/** What was decided of one link. */
export interface DueLink {
  from: number;
  decision: LinkDecision;
  reason: LinkReason | null;
}

/** A due time is decided once, in the first attempt of its flow run. */
const ATTEMPT = 1;

/**
 * Begins a flow run with the run of a due time, and records what was decided of its links: nothing yet while it waits. Nothing else
 * starts after one that was skipped at once, as after any due time that is.
 */
export async function beginDueFlow(
  tx: Tx,
  task: TaskRow,
  { runId, now, panelZone }: { runId: number; now: number; panelZone: string },
): Promise<void> {
  const upstream = readUpstream(task);
  const run = await tx.selectFrom("run").select(["state", "due_at", "awaits_until"]).where("id", "=", runId)
    .executeTakeFirstOrThrow();
  const [first, ...others] = await readGraph(tx, task.id);
  if (!first) return;
  const root: FlowTask = { ...first, ...upstream && { awaited: { tasks: upstream.tasks } } };
  const isSkipped = run.state === "skipped";
  const flowId = await insertFlow(tx, { runId, now, graph: isSkipped ? [root] : [root, ...others] });
  if (upstream === null) return;
  const links = run.awaits_until !== null
    ? upstream.tasks.map(({ taskId: from }) => ({ from, decision: "waiting" as const, reason: null }))
    : await linksOf(tx, upstream, { task, run, now, panelZone });
  await writeDueLinks(tx, { flowId, taskId: task.id, now }, links);
}

async function linksOf(
  tx: Tx,
  upstream: Upstream,
  { task, run, now, panelZone }: {
    task: Pick<TaskRow, "time_zone">;
    run: Pick<RunRow, "state" | "due_at">;
    now: number;
    panelZone: string;
  },
): Promise<readonly DueLink[]> {
  const at = run.due_at ?? now;
  const decided = await decideAt(tx, upstream, { at, timeZone: task.time_zone, panelZone });
  if (run.state !== "skipped") return decided.links;
  return unmetLinks(decided, upstream.waitMs > 0 ? "lapsed" : "not_followed");
}

/** Returns the links of a due time that did not start by them. */
export function unmetLinks(
  { links, outcomes }: TaskDecision & { outcomes: ReadonlyMap<number, Outcome> },
  decision: "lapsed" | "not_followed",
): DueLink[] {
  return links.map(({ from, isMet }) => {
    const outcome = outcomes.get(from);
    return isMet
      ? { from, decision: "not_followed", reason: "other_link" }
      : { from, decision, reason: outcome === undefined ? "not_recent" : `upstream_${outcome}` };
  });
}

/** Records what is decided now of the links that a run has waited for. Those that are not required any more have been removed. */
export async function settleDueLinks(
  tx: Tx,
  { flow_run_id: flowId, task_id: taskId }: Pick<RunRow, "flow_run_id" | "task_id">,
  { now, links }: { now: number; links: readonly DueLink[] },
): Promise<void> {
  // One that an earlier version of the panel has queued has no flow run.
  if (flowId === null || taskId === null) return;
  await writeDueLinks(tx, { flowId, taskId, now }, links);
  await endWaiting(tx, { flowId, taskId, now, reason: "removed" });
}

/** Records why runs that ended while they waited did so: they were stopped, replaced by another, or their task was disabled. */
export async function settleEnded(tx: Tx, runIds: readonly number[], now: number): Promise<void> {
  const runs = await tx.updateTable("run").set({ awaits_until: null }).where("id", "in", [...runIds])
    .where("awaits_until", "is not", null).where("finished_at", "is not", null)
    .returning(["flow_run_id", "task_id", "skip_reason", "merged_into"]).execute();
  for (const run of runs) {
    const { flow_run_id: flowId, task_id: taskId } = run;
    if (flowId === null || taskId === null || await isStillWaiting(tx, flowId, taskId)) continue;
    await endWaiting(tx, { flowId, taskId, now, reason: reasonOfSkip(run) });
  }
}

// On another node, or for another value of its list.
async function isStillWaiting(tx: Tx, flowId: number, taskId: number): Promise<boolean> {
  const other = await tx.selectFrom("run").select("id").where("flow_run_id", "=", flowId)
    .where("task_id", "=", taskId).where("awaits_until", "is not", null).limit(1).executeTakeFirst();
  return other !== undefined;
}

async function endWaiting(
  tx: Tx,
  { flowId, taskId, now, reason }: { flowId: number; taskId: number; now: number; reason: LinkReason },
): Promise<void> {
  await tx.updateTable("flow_link").set({ decision: "not_followed", reason, decided_at: now })
    .where("flow_run_id", "=", flowId).where("attempt", "=", ATTEMPT).where("task_id", "=", taskId)
    .where("decision", "=", "waiting").execute();
}

async function writeDueLinks(
  tx: Tx,
  { flowId, taskId, now }: { flowId: number; taskId: number; now: number },
  links: readonly DueLink[],
): Promise<void> {
  if (links.length === 0) return;
  await tx.insertInto("flow_link").values(links.map(({ from, decision, reason }) => ({
    ...{ flow_run_id: flowId, attempt: ATTEMPT, task_id: taskId, upstream_id: from, decided_at: now },
    ...{ decision, reason },
  }))).onConflict((on) =>
    on.columns(["flow_run_id", "attempt", "task_id", "upstream_id"]).doUpdateSet(({ ref }) => ({
      decision: ref("excluded.decision"),
      reason: ref("excluded.reason"),
      decided_at: ref("excluded.decided_at"),
    }))
  ).execute();
}
