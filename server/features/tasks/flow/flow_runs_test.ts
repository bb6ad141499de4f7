// Flow runs that are continued, over a ledger whose runs end as the test says.
import assert from "node:assert/strict";
import {
  addTasksAfter,
  assertFollowedAtOnce,
  followEndedTasks,
} from "../../../../tests/support/dropped_run.ts";
import { LedgerScene } from "../../../../tests/support/ledger_scene.ts";
import { enqueue } from "../../../engine/enqueue.ts";
import type { FollowingRuns } from "../../../engine/run_type.ts";
import { taskSource } from "../task_source.ts";
import { FlowRuns } from "./flow_runs.ts";

const openNodes = { listOpenNodes: () => Promise.resolve(null) };

class Scene extends LedgerScene {
  now = 1_000;
  readonly published: number[] = [];
  readonly flowRuns = new FlowRuns({
    ...{ db: this.db, whole: this.db, zone: () => "UTC" },
    clock: { now: () => ++this.now, monotonic: () => this.now, after: () => assert.fail() },
    limits: { heldAt: () => null, droppedAt: () => null },
    engine: {
      ...{ openNodes, followEnded: followEndedTasks, stopFlow: () => assert.fail() },
      follow: (following: readonly FollowingRuns[]) =>
        void this.published.push(...following.flatMap(({ result }) => result.queued)),
    },
  });

  static override async open(): Promise<Scene> {
    return new Scene((await LedgerScene.open()).db);
  }

  /** Adds a run of a task as a user starts it. */
  async start(taskId: number): Promise<number> {
    const source = taskSource(await this.task(taskId));
    const { queued: [id] } = await this.inTransaction((tx) =>
      enqueue(tx, openNodes, { source, cause: "person", now: ++this.now })
    );
    return id!;
  }

  async end(id: number, state: "succeeded" | "failed"): Promise<void> {
    await this.inTransaction(async (tx) => {
      const finished_at = ++this.now;
      await tx.updateTable("run").set({ state, started_at: finished_at, finished_at }).where("id", "=", id)
        .execute();
      await followEndedTasks(tx, [id], this.now);
    });
  }

  /** Returns the queued run of a task. */
  async queuedRun(taskId: number): Promise<number> {
    const { id } = await this.db.selectFrom("run").select("id").where("task_id", "=", taskId)
      .where("state", "=", "queued").executeTakeFirstOrThrow();
    return id;
  }

  /** Ends all queued runs, and what follows them. */
  async endQueued(): Promise<void> {
    for (;;) {
      const run = await this.db.selectFrom("run").select("id").where("state", "=", "queued").orderBy("id")
        .executeTakeFirst();
      if (!run) return;
      await this.end(run.id, "succeeded");
    }
  }
}

/** A flow run of `first` and `second` to be continued with one of them, which has failed, and a run of that in another flow run. */
async function openFailed(failed: "first" | "second") {
  const scene = await Scene.open();
  const tasks = { first: (await scene.addTask()).id, second: 0 };
  tasks.second = (await addTasksAfter(scene.db, tasks.first)).any;
  const overlap_json = JSON.stringify({ policy: "replace" });
  await scene.db.updateTable("task").set({ overlap_json }).execute();
  const after = failed === "first"
    ? { any: tasks.second, failed: tasks.second + 1 }
    : await addTasksAfter(scene.db, tasks.second);
  const root = await scene.start(tasks.first);
  const { flow_run_id } = await scene.run(root);
  if (failed === "second") await scene.end(root, "succeeded");
  await scene.end(await scene.queuedRun(tasks[failed]), "failed");
  await scene.endQueued();
  const other = await scene.start(tasks.first);
  if (failed === "second") await scene.end(other, "succeeded");
  return { scene, after, flowRunId: flow_run_id!, runId: await scene.queuedRun(tasks[failed]) };
}

for (const failed of ["first", "second"] as const) {
  Deno.test(`flow runs: what follows a run of another that continuing one drops is decided with it: ${failed} task`, async () => {
    const { scene, after, flowRunId, runId } = await openFailed(failed);
    await using _ = scene;
    const start = () => scene.flowRuns.continue(flowRunId, "person");
    const following = await assertFollowedAtOnce(scene.db, { runId, after, reason: "overlap", start });
    assert.ok(scene.published.includes(following), "what follows is published");
  });
}

Deno.test("flow runs: what follows a run of another that the next task of one drops is decided with it", async () => {
  await using scene = await Scene.open();
  const first = (await scene.addTask()).id;
  const second = (await addTasksAfter(scene.db, first)).any;
  const overlap_json = JSON.stringify({ policy: "replace" });
  await scene.db.updateTable("task").set({ overlap_json }).execute();
  const after = await addTasksAfter(scene.db, second);
  await scene.end(await scene.start(first), "succeeded");
  const runId = await scene.queuedRun(second);
  const next = await scene.start(first);
  await assertFollowedAtOnce(scene.db, {
    ...{ runId, after, reason: "overlap" },
    start: () => scene.end(next, "succeeded"),
  });
});
