// A queued run that another start takes from the queue, and what starts after it.
import assert from "node:assert/strict";
import type { Upstream } from "../../server/contract/flows.ts";
import type { SkipReason } from "../../server/contract/runs.ts";
import { followEnded } from "../../server/engine/follow_ended.ts";
import { type FollowingRuns, type RunType, RunTypes } from "../../server/engine/run_type.ts";
import type { Database, Tx } from "../../server/engine/store.ts";
import { writeLinks } from "../../server/features/tasks/flow/flow_graph.ts";
import { followRun } from "../../server/features/tasks/flow/follow_run.ts";
import type { StartLimits } from "../../server/features/tasks/start_limits.ts";
import { columnDefaults } from "../../server/features/tasks/task_rows.ts";
import { acceptWrites, rejectWrites } from "./reject_writes.ts";

const noLimits: StartLimits = { heldAt: () => null, droppedAt: () => null };

/** Follows runs of tasks as the engine does, for what is tested without one. */
export async function followEndedTasks(
  tx: Tx,
  ids: readonly number[],
  now: number,
): Promise<FollowingRuns[]> {
  const other: RunType = { prepare: () => Promise.resolve(new Map()) };
  const task: RunType = {
    ...other,
    follow: (tx, run, to) => followRun(tx, { run, options: { ...to, panelZone: "UTC", limits: noLimits } }),
  };
  const runTypes = new RunTypes({ task, debug: other, dependency: other, subscription: other });
  const openNodes = { listOpenNodes: () => Promise.resolve(null) };
  return await followEnded(tx, ids, { runTypes, openNodes, now });
}

export interface TasksAfter {
  /** Starts whatever becomes of the one before it. */
  any: number;
  /** Starts if that fails. */
  failed: number;
}

/** Adds two tasks that start after one. */
export async function addTasksAfter(db: Database, upstreamId: number): Promise<TasksAfter> {
  const add = async (outcome: keyof TasksAfter) => {
    const upstream: Upstream = {
      ...{ tasks: [{ taskId: upstreamId, outcome }], rule: "all", within: "24h", waitMs: 0 },
    };
    const { id } = await db.insertInto("task").values({
      ...{ ...columnDefaults, name: outcome, command: "true", schedules_json: '"manual"', pinned: 0 },
      ...{ created_at: 0, updated_at: 0, cursor_at: 0, version: 1, upstream_json: JSON.stringify(upstream) },
    }).returning("id").executeTakeFirstOrThrow();
    await db.transaction().execute((tx) => writeLinks(tx, id, upstream));
    return id;
  };
  return { any: await add("any"), failed: await add("failed") };
}

/** Returns what is decided of the links from a run to the tasks after it, in its flow run. */
export async function linksOf(db: Database, runId: number): Promise<string[]> {
  const links = await db.selectFrom("flow_link").innerJoin("run", "run.flow_run_id", "flow_link.flow_run_id")
    .whereRef("flow_link.upstream_id", "=", "run.task_id").select(["flow_link.task_id", "decision", "reason"])
    .where("run.id", "=", runId)
    .orderBy("flow_link.task_id").execute();
  return links.map(({ task_id, decision, reason }) => `${task_id} ${reason ?? decision}`);
}

export interface Drop {
  /** The queued run. */
  runId: number;
  after: TasksAfter;
  reason: SkipReason;
  /** Starts the one that takes it from the queue; called once more after that has failed. */
  start(): Promise<unknown>;
}

const decisions = [{ table: "flow_link", actions: ["insert"] as const }];

/**
 * Checks that a start takes a run from the queue and decides what follows that in one transaction: while the decision cannot be
 * written, the run stays in the queue. Returns the ID of the run that follows.
 */
export async function assertFollowedAtOnce(
  db: Database,
  { runId, after, reason, start }: Drop,
): Promise<number> {
  const listRuns = () => db.selectFrom("run").select(["id", "state", "finished_at"]).orderBy("id").execute();
  const before = await listRuns();
  assert.equal(before.find(({ id }) => id === runId)?.state, "queued");
  await rejectWrites(db, decisions);
  await start().catch((error) => assert.match(String(error), /full|no space left/));
  assert.deepEqual(await listRuns(), before, "a run was taken from the queue without what follows that");
  await acceptWrites(db, decisions);
  await start();
  const dropped = await db.selectFrom("run").selectAll().where("id", "=", runId).executeTakeFirstOrThrow();
  assert.deepEqual([dropped.state, dropped.skip_reason], ["skipped", reason]);
  assert.deepEqual(await linksOf(db, runId), [
    `${after.any} followed`,
    `${after.failed} upstream_not_run`,
  ]);
  const [following, ...others] = await db.selectFrom("run").selectAll()
    .where("flow_run_id", "=", dropped.flow_run_id).where("task_id", "in", Object.values(after)).execute();
  assert.deepEqual([following?.task_id, following?.state, others], [after.any, "queued", []]);
  return following!.id;
}
