// What follows runs that have waited as long as they may, for a person or for other tasks.
import assert from "node:assert/strict";
import { addTasksAfter, linksOf } from "../../../../tests/support/dropped_run.ts";
import { LedgerScene } from "../../../../tests/support/ledger_scene.ts";
import { TestClock } from "../../../../tests/support/test_clock.ts";
import { Bus } from "../../../engine/bus.ts";
import { enqueue } from "../../../engine/enqueue.ts";
import { taskSource } from "../task_source.ts";
import { FollowRuns } from "./follow_runs.ts";

const openNodes = { listOpenNodes: () => Promise.resolve(null) };
/** What the duty deals with in one transaction. */
const BATCH = 50;
const COUNT = 60;

/** Adds runs with tasks after them that have waited as long as they may, and returns their IDs. */
async function addLapsed(scene: LedgerScene, until: "approval_until" | "awaits_until"): Promise<number[]> {
  const { id } = await scene.addTask();
  const overlap_json = JSON.stringify({ policy: "allow", limit: 1_000 });
  await scene.db.updateTable("task").set({ overlap_json }).where("id", "=", id).execute();
  await addTasksAfter(scene.db, id);
  const task = await scene.task(id);
  const ids: number[] = [];
  for (let now = 1; now <= COUNT; now++) {
    const { queued } = await scene.inTransaction((tx) =>
      enqueue(tx, openNodes, { source: taskSource(task), cause: "schedule", now })
    );
    ids.push(...queued);
  }
  const state = until === "approval_until" ? "waiting_for_approval" as const : "queued" as const;
  await scene.db.updateTable("run").set({ state, [until]: 1_000 }).where("id", "in", ids).execute();
  // It waits for a task that has not run.
  const other = await scene.addTask();
  const tasks = [{ taskId: other.id, outcome: "succeeded" }];
  const upstream_json = JSON.stringify({ tasks, rule: "all", within: "24h", waitMs: 1 });
  await scene.db.updateTable("task").set({ upstream_json }).where("id", "=", id).execute();
  return ids;
}

for (const until of ["approval_until", "awaits_until"] as const) {
  Deno.test(`follow runs: what follows many runs that lapse at once is decided in the transaction that ends them: ${until}`, async () => {
    await using scene = await LedgerScene.open();
    const ids = await addLapsed(scene, until);
    const ignore = () => {};
    let commits = 0;
    const duty = new FollowRuns({
      ...{ db: scene.db, clock: new TestClock(2_000), bus: new Bus(() => assert.fail()), zone: () => "UTC" },
      logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
      limits: { heldAt: () => null, droppedAt: () => null },
      engine: {
        openNodes,
        // The panel ends right after the first commit that is published.
        follow: (following) => {
          if (following.length > 0 && ++commits === 1) throw new Error("ended");
        },
      },
    });
    /** What lapsed so far, with what was decided of the tasks after it. */
    const assertLapsed = async (count: number) => {
      for (const [place, id] of ids.entries()) {
        const { skip_reason } = await scene.run(id);
        assert.equal(skip_reason !== null, place < count, `run ${id}`);
        if (skip_reason !== null) assert.equal((await linksOf(scene.db, id)).length, 2, `run ${id}`);
      }
    };
    await assert.rejects(duty.run(), /ended/);
    await assertLapsed(BATCH);
    // The next panel goes on until nothing is left.
    await duty.run();
    await assertLapsed(COUNT);
    assert.equal(commits, 2);
  });
}
