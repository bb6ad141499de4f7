import assert from "node:assert/strict";
import { parse } from "../../contract/parsed.ts";
import { taskPatch } from "../../contract/tasks.ts";
import { Bus } from "../../engine/bus.ts";
import { ChangeScope } from "../../engine/change_scope.ts";
import { systemClock } from "../../platform/clock.ts";
import { PlannerScene } from "../../../tests/support/planner_scene.ts";
import { until } from "../../../tests/support/until.ts";
import { AfterRuns } from "./after_runs.ts";

const MINUTE = 60_000;
const at = (text: string) => Date.parse(`2026-${text}:00.000Z`);

async function open() {
  const scene = await PlannerScene.open({ now: "2026-03-04T12:00:00Z" });
  const { db, clock } = scene;
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const bus = new Bus((error) => {
    throw error;
  });
  const after = new AfterRuns({
    ...{ db, clock, bus, logger: silent },
    engine: { plan: (source, dueAt) => scene.planner.watch(source, dueAt) },
  });
  await scene.start();
  /** Ends the queued runs now. */
  const end = async (state: "succeeded" | "failed" = "succeeded") => {
    await db.updateTable("run").set({ state, started_at: clock.now(), finished_at: clock.now() })
      .where("state", "=", "queued").execute();
    await after.run();
    await scene.advance(0);
  };
  return { scene, after, end };
}

Deno.test("after runs: a rule @after is due at once, and then some time after each end", async () => {
  const { scene, after, end } = await open();
  await using _ = scene;
  const id = await scene.add({ schedules: ["@after 30m"] });
  await scene.advance(1_000);
  assert.deepEqual(await scene.ledger(id), ["run 03-04T12:00"]);
  await scene.advance(20 * MINUTE);
  await after.run();
  assert.equal((await scene.task(id)).next_due_at, null);
  await end();
  assert.equal((await scene.task(id)).next_due_at, scene.clock.now() + 30 * MINUTE);
  await scene.restart(10 * MINUTE);
  await after.run();
  await scene.goTo(at("03-04T12:52"));
  assert.equal((await scene.rows(id)).length, 2);
  // Disabled and enabled again, it is due at once.
  await end();
  await scene.tasks.update(id, parse(taskPatch, { enabled: false }), null);
  await scene.tasks.update(id, parse(taskPatch, { enabled: true }), null);
  await scene.advance(1_000);
  assert.equal((await scene.rows(id)).length, 3);
});

Deno.test("after runs: a task that is never due again is disabled when its last run has ended", async () => {
  const { scene, after, end } = await open();
  await using _ = scene;
  const once = await scene.add({ schedules: ["@once 2026-03-04 13:00"] });
  const until = await scene.add({ schedules: ["0 * * * *"], validUntil: "2026-03-04T13:30:00Z" });
  const manual = await scene.add({ schedules: "manual" });
  const other = await scene.add({ schedules: ["0 0 1 1 *"] });
  await after.run();
  await scene.goTo(at("03-04T13:40"));
  await after.run();
  assert.deepEqual([(await scene.task(once)).enabled, (await scene.task(until)).enabled], [1, 1]);
  await end();
  assert.deepEqual([(await scene.task(once)).enabled, (await scene.task(until)).enabled], [0, 0]);
  assert.deepEqual([(await scene.task(manual)).enabled, (await scene.task(other)).enabled], [1, 1]);
  const history = await scene.db.selectFrom("task_history").selectAll().where("task_id", "=", once)
    .orderBy("id", "desc").executeTakeFirstOrThrow();
  assert.equal(history.author_kind, "panel");
  assert.match(history.changes_json, /enabled/);
});

Deno.test("after runs: a task that is disabled while a request ends its run was not disabled by who sent that", async () => {
  const { scene } = await open();
  await using _ = scene;
  const { db, tasks } = scene;
  const once = await scene.add({ schedules: ["@once 2026-03-04 13:00"] });
  const other = await scene.add({ schedules: "manual" });
  await scene.goTo(at("03-04T13:40"));
  const bus = new Bus(() => assert.fail());
  let timers = 0;
  const { duty } = new AfterRuns({
    ...{ db, bus, engine: { plan() {} }, logger: { debug() {}, info() {}, warn() {}, error() {} } },
    clock: { ...systemClock, after: (ms, action) => (timers++, systemClock.after(ms, action)) },
  });
  await duty.begin();
  await until("the duty to wait for the end of a run", () => timers === 2);
  const scope = new ChangeScope({ kind: "person", id: 7, name: "mira" });
  await scope.run(async () => {
    await tasks.update(other, parse(taskPatch, { name: "renamed" }), null);
    await db.updateTable("run").set({ state: "stopped", finished_at: scene.clock.now() }).execute();
    bus.publish({ topic: "runs", type: "run:finished", id: 1, version: 0, at: "" });
    await until("the duty to disable the task", async () => (await scene.task(once)).enabled === 0);
  });
  await duty.end();
  const rows = await db.selectFrom("task_history").select(["task_id", "author_kind", "author_name"])
    .where("type", "=", "updated").orderBy("id").execute();
  assert.deepEqual(rows, [
    { task_id: other, author_kind: "person", author_name: "mira" },
    { task_id: once, author_kind: "panel", author_name: null },
  ]);
  assert.deepEqual(scope.history.map(({ task_id }) => task_id), [other]);
});

Deno.test("after runs: a skipped due time of @after has another one", async () => {
  const { scene, after } = await open();
  await using _ = scene;
  scene.windows = [{ id: 1, effect: "skip", from: at("03-04T11:00"), until: at("03-04T12:10") }];
  const id = await scene.add({ schedules: ["@after 7m"] });
  for (const time of ["03-04T12:01", "03-04T12:08", "03-04T12:15"]) {
    await scene.goTo(at(time));
    await after.run();
  }
  const rows = await scene.rows(id);
  assert.deepEqual(rows.map(({ state, due_count }) => [state, due_count]), [["skipped", 2], ["queued", 1]]);
  assert.equal(rows[1]?.due_at, (rows[0]?.due_through ?? 0) + 7 * MINUTE);
});
