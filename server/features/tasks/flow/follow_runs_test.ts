import assert from "node:assert/strict";
import { DueScene } from "../../../../tests/support/due_scene.ts";
import { acceptWrites, rejectWrites } from "../../../../tests/support/reject_writes.ts";
import { TestClock } from "../../../../tests/support/test_clock.ts";
import { until } from "../../../../tests/support/until.ts";
import { Bus } from "../../../engine/bus.ts";
import type { FollowingRuns } from "../../../engine/run_type.ts";
import { FollowRuns } from "./follow_runs.ts";

/** The duty of a panel over due times that wait for a task. */
async function open() {
  const scene = await DueScene.open("2026-11-30T06:00Z");
  const first = await scene.task("export");
  const due = await scene.dueTask({ tasks: [{ taskId: first.id, outcome: "succeeded" }] });
  const waiting = await scene.due(due);
  const clock = new TestClock(scene.now);
  const failed = (error: unknown) => {
    throw error;
  };
  const bus = new Bus(failed);
  const followed: FollowingRuns[] = [];
  const failures: string[] = [];
  const { duty } = new FollowRuns({
    ...{ db: scene.db, clock, bus, zone: () => scene.panelZone },
    logger: { debug: failed, info: failed, warn: failed, error: (text) => void failures.push(text) },
    engine: { openNodes: scene.openNodes, follow: (following) => void followed.push(...following) },
    limits: scene.limits,
  });
  const pass = async (ms: number) => {
    clock.advance(ms);
    // Once its work is done, it waits for the next.
    await until("the work to be done", () => clock.timers > 0);
  };
  return { scene, first, due, waiting, duty, bus, followed, failures, pass };
}

Deno.test("follow runs: a due time whose tasks ended while no panel was there starts with the panel", async () => {
  const { scene, first, due, waiting, duty, followed, pass } = await open();
  await using _ = scene;
  const [run] = await scene.start(first);
  await scene.db.updateTable("run").set({ state: "succeeded", finished_at: scene.now }).where("id", "=", run!)
    .execute();
  await duty.begin();
  await pass(0);
  assert.equal(await scene.state(waiting), "queued");
  assert.deepEqual(followed.map(({ result }) => result.queued), [[waiting]]);
  assert.deepEqual(await scene.links(due, waiting), ["followed"]);
  await duty.end();
});

Deno.test("follow runs: a due time starts once a task no longer requires others", async () => {
  const { scene, due, waiting, duty, bus, followed, pass } = await open();
  await using _ = scene;
  await duty.begin();
  await pass(0);
  assert.equal(await scene.state(waiting), "waiting");
  await scene.require(due.id, null);
  bus.publish({ topic: "tasks", type: "task:updated", id: due.id, version: 2, at: "2026-11-30T06:00:00Z" });
  await pass(50);
  assert.deepEqual(followed.map(({ result }) => result.queued), [[waiting]]);
  assert.deepEqual(await scene.links(due, waiting), ["not_followed removed"]);
  await duty.end();
});

Deno.test("follow runs: a change of one task looks only at the runs of that task, however many wait", async () => {
  const { scene, due, waiting, duty, bus, followed, pass } = await open();
  await using _ = scene;
  const others = [];
  for (let count = 0; count < 60; count++) {
    const task = await scene.dueTask({ tasks: [{ taskId: due.id, outcome: "failed" }] });
    others.push({ task, run: await scene.due(task) });
  }
  await duty.begin();
  await pass(0);
  // Nothing says that they do not require it any more.
  for (const { task } of others) await scene.require(task.id, null);
  await scene.require(due.id, null);
  bus.publish({ topic: "tasks", type: "task:updated", id: due.id, version: 2, at: "2026-11-30T06:00:00Z" });
  await pass(50);
  assert.deepEqual(followed.map(({ result }) => result.queued), [[waiting]]);
  await duty.end();
  // Another panel has decided meanwhile.
  await duty.begin();
  await pass(0);
  assert.deepEqual(
    followed.slice(1).map(({ result }) => result.queued),
    others.map(({ run }) => [run]),
  );
  await duty.end();
});

Deno.test("follow runs: what could not be released at a change is released a minute later", async () => {
  const { scene, due, waiting, duty, bus, failures, pass } = await open();
  await using _ = scene;
  await duty.begin();
  await pass(0);
  await scene.require(due.id, null);
  await rejectWrites(scene.db, [{ table: "run", actions: ["update"] }]);
  bus.publish({ topic: "tasks", type: "task:updated", id: due.id, version: 2, at: "2026-11-30T06:00:00Z" });
  await pass(50);
  assert.equal(failures.length, 1);
  await acceptWrites(scene.db, [{ table: "run", actions: ["update"] }]);
  await pass(60_000);
  assert.equal(await scene.state(waiting), "queued");
  await duty.end();
});

Deno.test("follow runs: a due time that is queued later lapses when it has waited long enough, not a minute later", async () => {
  const { scene, first, duty, bus, pass } = await open();
  await using _ = scene;
  await duty.begin();
  await pass(0);
  const brief = await scene.dueTask({ tasks: [{ taskId: first.id, outcome: "succeeded" }], waitMs: 2_000 });
  const run = await scene.due(brief);
  bus.publish({ topic: "runs", type: "run:queued", id: run, version: 1, at: "2026-11-30T06:00:00Z" });
  await pass(50);
  await pass(1_949);
  assert.equal(await scene.state(run), "waiting");
  await pass(1);
  assert.equal(await scene.state(run), "upstream");
  await duty.end();
});

Deno.test("follow runs: a due time lapses to the millisecond", async () => {
  const { scene, due, waiting, duty, followed, pass } = await open();
  await using _ = scene;
  await duty.begin();
  await pass(0);
  await pass(3_599_999);
  assert.equal(await scene.state(waiting), "waiting");
  await pass(1);
  assert.equal(await scene.state(waiting), "upstream");
  assert.deepEqual(followed.map(({ result }) => result.skipped), [[waiting]]);
  assert.deepEqual(await scene.links(due, waiting), ["lapsed not_recent"]);
  await duty.end();
});
