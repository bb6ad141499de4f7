// Starts what follows the end of a run in its flow run, in the transaction that records that end.
import type { LinkReason, Upstream } from "../../../contract/flows.ts";
import { enqueue, type EnqueueResult } from "../../../engine/enqueue.ts";
import { allWritten, gathered } from "../../../engine/gathered.ts";
import { droppedBy } from "../../../engine/follow_ended.ts";
import type { FlowMember } from "../../../engine/flow_member.ts";
import type { FollowContext, FollowingRuns } from "../../../engine/run_type.ts";
import type { RunRow, Tx } from "../../../engine/store.ts";
import { inactiveAt, type StartLimits } from "../start_limits.ts";
import type { ParameterValues } from "../../../contract/parameters.ts";
import { scheduledRequest } from "../run_request.ts";
import { readTask } from "../store.ts";
import { taskSource } from "../task_source.ts";
import { releaseAwaiting } from "./awaiting.ts";
import { settleEnded } from "./due_links.ts";
import { reasonOfSkip } from "./skip_reasons.ts";
import { lastOutcomes } from "./last_outcomes.ts";
import { endFlow } from "./end_flow.ts";
import { decideTask, type Outcome, type TaskDecision } from "./decide_links.ts";
import type { FlowTask } from "./flow_graph.ts";
import { readFlow, type StoredFlow, tasksOf } from "./flow_rows.ts";
import { recentSince } from "./recent_since.ts";

export interface FollowOptions extends FollowContext {
  panelZone: string;
  limits: StartLimits;
}

/** What is read of a run that has ended. */
export type EndedRun = Pick<RunRow, "id" | "task_id" | "flow_run_id">;

/**
 * Follows the links of a run that has ended and is not tried again. Of those that end at the same moment, the first gets all that
 * follows.
 */
export const followRun: (
  tx: Tx,
  end: { run: EndedRun; options: FollowOptions },
) => Promise<FollowingRuns[]> = gathered(
  async (tx: Tx, ends: readonly { run: EndedRun; options: FollowOptions }[]) => {
    const [first] = ends;
    const following = first ? await followEach(tx, ends.map(({ run }) => run), first.options) : [];
    return ends.map((_, index) => index === 0 ? following : []);
  },
);

/** What is being followed in each transaction: whoever comes next must see what that has started. */
const passes = new WeakMap<Tx, Promise<unknown>>();

/** The same for several runs: what they have in common is decided once. */
export async function followEach(
  tx: Tx,
  runs: readonly EndedRun[],
  options: FollowOptions,
): Promise<FollowingRuns[]> {
  const pass = (passes.get(tx) ?? Promise.resolve()).then(() => followAll(tx, runs, options));
  passes.set(tx, pass.catch(() => {}));
  return await pass;
}

async function followAll(
  tx: Tx,
  runs: readonly EndedRun[],
  options: FollowOptions,
): Promise<FollowingRuns[]> {
  const following: FollowingRuns[] = [];
  for (let ended = runs; ended.length > 0;) {
    const started = await followOnce(tx, ended, options);
    following.push(...started);
    ended = await readDropped(tx, started);
  }
  return following;
}

async function followOnce(
  tx: Tx,
  runs: readonly EndedRun[],
  options: FollowOptions,
): Promise<FollowingRuns[]> {
  const tasks = new Set(runs.flatMap(({ task_id }) => task_id ?? []));
  const released = await allWritten([...tasks].map((taskId) => releaseAwaiting(tx, taskId, options)));
  const following = released.flat();
  const members = runs.filter(({ flow_run_id }) => flow_run_id !== null);
  if (members.length === 0) return following;
  const ids = members.map(({ id }) => id);
  await tx.updateTable("run").set({ followed: 1 }).where("id", "in", ids).execute();
  await settleEnded(tx, ids, options.now);
  for (const id of new Set(members.flatMap(({ flow_run_id }) => flow_run_id ?? []))) {
    following.push(...await decideFlow(tx, id, options));
  }
  return following;
}

/** A run that starts may take another of its task, in another flow run, from the queue. */
async function readDropped(tx: Tx, started: readonly FollowingRuns[]): Promise<EndedRun[]> {
  return await readEnded(tx, droppedBy(started.map(({ result }) => result)));
}

/** Reads what is followed of runs, oldest first. */
export async function readEnded(tx: Tx, ids: readonly number[]): Promise<EndedRun[]> {
  if (ids.length === 0) return [];
  return await tx.selectFrom("run").select(["id", "task_id", "flow_run_id"])
    .where("id", "in", [...ids]).orderBy("id").execute();
}

/** Decides what can be decided in a flow run, and starts what follows: also what follows the runs that this takes from the queue. */
export async function followFlow(tx: Tx, id: number, options: FollowOptions): Promise<FollowingRuns[]> {
  const started = await decideFlow(tx, id, options);
  return [...started, ...await followEach(tx, await readDropped(tx, started), options)];
}

async function decideFlow(tx: Tx, id: number, options: FollowOptions): Promise<FollowingRuns[]> {
  const flow = await readFlow(tx, id);
  if (!flow) return [];
  if (flow.stoppedAt !== null) {
    await endFlow(tx, flow, options.now);
    return [];
  }
  const tasks = tasksOf(flow);
  const outcomes = new Map([...tasks].map(([taskId, { outcome }]) => [taskId, outcome]));
  const member = { id, attempt: flow.attempt };
  const following: FollowingRuns[] = [];
  for (const task of flow.graph) {
    const { upstream, timeZone } = task;
    if (upstream === null || outcomes.get(task.id) !== undefined || tasks.get(task.id)!.runs.length > 0) {
      continue;
    }
    const outcomeOf = await outcomesFor(tx, { upstream, timeZone, flow, outcomes }, options);
    const decided = withoutWaiting(decideTask(upstream, outcomeOf), outcomes);
    if (decided.verdict === "wait") continue;
    const started = decided.verdict === "start"
      ? await start(tx, task, { flow: member, values: valuesOf(task, decided.links) }, options)
      : null;
    // Another has started it meanwhile.
    if (started && "result" in started && isNothing(started.result)) continue;
    if (started && "result" in started) following.push(started);
    const instead = started && await insteadOf(tx, started);
    await recordLinks(tx, { task, member, now: options.now, instead }, decided.links);
    const isStarted = started && "result" in started && started.result.queued.length > 0;
    outcomes.set(task.id, isStarted ? undefined : "not_run");
  }
  if (flow.graph.every((task) => outcomes.get(task.id) !== undefined)) await endAnew(tx, id, options.now);
  return following;
}

/** Ends a flow run as it is now: what was just decided counts. */
async function endAnew(tx: Tx, id: number, now: number): Promise<void> {
  const flow = await readFlow(tx, id);
  if (flow) await endFlow(tx, flow, now);
}

// A task before this one that is not in this flow run counts by its last run, if that is recent enough.
async function outcomesFor(
  tx: Tx,
  { upstream, timeZone, flow, outcomes }: {
    upstream: Pick<Upstream, "tasks" | "within">;
    timeZone: string | undefined;
    flow: StoredFlow;
    outcomes: ReadonlyMap<number, Outcome | undefined>;
  },
  { panelZone }: FollowOptions,
): Promise<(taskId: number) => Outcome | undefined> {
  const others = upstream.tasks.filter(({ taskId }) => !outcomes.has(taskId)).map(({ taskId }) => taskId);
  const found = await lastOutcomes(
    tx,
    others,
    recentSince(upstream, flow.startedAt, { timeZone, panelZone }),
  );
  return (taskId) => outcomes.has(taskId) ? outcomes.get(taskId) : found.get(taskId);
}

/** In a flow run, no task waits for one outside of it: when that ends, another flow run decides. */
function withoutWaiting(
  decided: TaskDecision,
  outcomes: ReadonlyMap<number, Outcome | undefined>,
): TaskDecision {
  const isOpenHere = ({ from }: { from: number }) => outcomes.has(from) && outcomes.get(from) === undefined;
  if (decided.verdict !== "wait" || decided.links.some(isOpenHere)) return decided;
  return {
    verdict: "never",
    links: decided.links.map(({ from, isMet }) => ({
      ...{ from, isMet, decision: "not_followed" },
      reason: outcomes.has(from) || isMet ? "other_link" : "not_recent",
    })),
  };
}

/** Returns the values of the links that start a task: where they disagree, the last of them in the list counts. */
function valuesOf({ upstream }: FlowTask, links: TaskDecision["links"]): ParameterValues {
  const started = new Set(links.filter(({ decision }) => decision === "followed").map(({ from }) => from));
  const given = upstream?.tasks.filter(({ taskId }) => started.has(taskId)) ?? [];
  return Object.assign({}, ...given.map(({ parameters = {} }) => parameters));
}

function isNothing({ queued, skipped }: EnqueueResult): boolean {
  return queued.length + skipped.length === 0;
}

/** Returns why what should have started did not; null if it did. */
async function insteadOf(
  tx: Tx,
  started: FollowingRuns | { reason: LinkReason },
): Promise<LinkReason | null> {
  if ("reason" in started) return started.reason;
  const { queued, skipped } = started.result;
  const [id] = skipped;
  if (queued.length > 0 || id === undefined) return null;
  const skip = await tx.selectFrom("run").select(["skip_reason", "merged_into"]).where("id", "=", id)
    .executeTakeFirstOrThrow();
  return reasonOfSkip(skip);
}

async function start(
  tx: Tx,
  { id }: FlowTask,
  { flow, values }: { flow: FlowMember; values: ParameterValues },
  { now, openNodes, limits }: FollowOptions,
): Promise<FollowingRuns | { reason: LinkReason }> {
  const task = await readTask(tx, id);
  if (!task) return { reason: "deleted" };
  const inactive = inactiveAt(task, now);
  if (inactive !== null) return { reason: inactive };
  const source = taskSource(task);
  const dropped = limits.droppedAt(task, now);
  if (dropped !== null) return { reason: dropped.reason };
  const held = limits.heldAt(task, now);
  const requestJson = Object.keys(values).length === 0 ? null : scheduledRequest(task, values);
  // It is not due at a time: its skip must not take the place of a due time, or of another one at the same moment.
  const due = { cause: "upstream" as const, now, dueAt: null };
  const request = { source, ...due, flow, requestJson, ...held && { held } };
  const result = await enqueue(tx, openNodes, request);
  return { source, result };
}

async function recordLinks(
  tx: Tx,
  { task, member, now, instead }: {
    task: FlowTask;
    member: FlowMember;
    now: number;
    instead: LinkReason | null;
  },
  links: ReturnType<typeof decideTask>["links"],
): Promise<void> {
  await tx.insertInto("flow_link").values(links.map(({ from, decision, reason }) => ({
    ...{
      flow_run_id: member.id,
      attempt: member.attempt,
      task_id: task.id,
      upstream_id: from,
      decided_at: now,
    },
    decision: decision === "followed" && instead === null ? "followed" as const : "not_followed" as const,
    reason: decision === "followed" ? instead : reason,
  }))).onConflict((on) => on.doNothing()).execute();
}
