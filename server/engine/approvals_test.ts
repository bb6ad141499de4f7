import assert from "node:assert/strict";
import { LedgerScene } from "../../tests/support/ledger_scene.ts";
import { TestClock } from "../../tests/support/test_clock.ts";
import { until } from "../../tests/support/until.ts";
import { FollowRuns } from "../features/tasks/flow/follow_runs.ts";
import { taskSource } from "../features/tasks/task_source.ts";
import type { RunCause } from "../contract/runs.ts";
import { approve, lapseApprovals, nextApprovalLapse, reject } from "./approvals.ts";
import { Bus } from "./bus.ts";
import { enqueue } from "./enqueue.ts";
import { insertQueued } from "./ledger.ts";
import { releaseQueued } from "./replan.ts";
import type { FollowingRuns } from "./run_type.ts";
import type { RunRow } from "./store.ts";
import type { TaskRow } from "../migrations/task_tables.ts";

const HOUR = 3_600_000;
const alone = { listOpenNodes: () => Promise.resolve(null) };

class Scene extends LedgerScene {
  static override async open(): Promise<Scene> {
    return new Scene((await LedgerScene.open()).db);
  }

  async guarded(lapseMs = HOUR): Promise<TaskRow> {
    const { id } = await this.addTask();
    await this.db.updateTable("task").set({ requires_approval: 1, approval_lapse_ms: lapseMs })
      .where("id", "=", id).execute();
    return await this.task(id);
  }

  async start(task: TaskRow, cause: RunCause, now = 0, more: { startAfter?: number } = {}): Promise<RunRow> {
    const { queued: [id] } = await this.inTransaction((tx) =>
      enqueue(tx, alone, { source: taskSource(task), cause, now, ...more })
    );
    return await this.run(id!);
  }

  async approve(run: RunRow, now: number, heldAt: (at: number) => null | { until: number } = () => null) {
    const held = (at: number) => {
      const window = heldAt(at);
      return window && { windowId: 7, until: window.until, startAt: window.until + 5 };
    };
    return await this.inTransaction((tx) =>
      approve(tx, run, { now, by: "mira", remark: "fine", heldAt: held })
    );
  }

  async reject(run: RunRow, now: number) {
    return await this.inTransaction((tx) => reject(tx, run.id, { now, by: "noor", remark: null }));
  }

  async states(): Promise<string[]> {
    const rows = await this.db.selectFrom("run").select(["state", "skip_reason"]).orderBy("id").execute();
    return rows.map(({ state, skip_reason }) => skip_reason ? `${state} ${skip_reason}` : state);
  }
}

Deno.test("approvals: runs of every cause wait, except retries; those of other tasks do not", async () => {
  await using scene = await Scene.open();
  const causes: RunCause[] = [
    ...["schedule", "person", "application", "startup", "boot", "missed", "upstream", "retry"] as const,
  ];
  for (const cause of causes) {
    const { state, approval_until } = await scene.start(await scene.guarded(), cause, 100);
    const waits = cause !== "retry";
    assert.deepEqual(
      [state, approval_until],
      waits ? ["waiting_for_approval", 100 + HOUR] : ["queued", null],
      cause,
    );
  }
  assert.equal((await scene.start(await scene.addTask(), "person")).state, "queued");
});

Deno.test("approvals: a run that waits for the tasks before its own is not asked about yet", async () => {
  await using scene = await Scene.open();
  const source = taskSource(await scene.guarded());
  const id = await scene.inTransaction((tx) =>
    insertQueued(tx, { source, cause: "schedule", now: 0, dueAt: 0, awaitsUntil: 50 })
  );
  assert.equal((await scene.run(id!)).state, "queued");
});

Deno.test("approvals: exactly one of several decisions counts, and none after it has lapsed", async () => {
  await using scene = await Scene.open();
  const run = await scene.start(await scene.guarded(), "person");
  const decided = await Promise.all([
    ...[1, 2, 3].map((now) => scene.approve(run, now)),
    ...[4, 5].map((now) => scene.reject(run, now)),
  ]);
  assert.equal(decided.filter(Boolean).length, 1, String(decided));
  const late = await scene.start(await scene.guarded(), "person");
  assert.deepEqual([await scene.approve(late, HOUR), await scene.reject(late, HOUR)], [false, false]);
  assert.equal((await scene.run(late.id)).state, "waiting_for_approval");
  assert.equal(await scene.approve(late, HOUR - 1), true);
});

Deno.test("approvals: who decided, when and the remark stay with the run", async () => {
  await using scene = await Scene.open();
  const one = await scene.start(await scene.guarded(), "person");
  const other = await scene.start(await scene.guarded(), "person");
  await scene.approve(one, 40);
  await scene.reject(other, 50);
  const of = async ({ id }: RunRow) => {
    const { state, skip_reason, finished_at, approval_at, approval_by, approval_remark } = await scene.run(
      id,
    );
    return [state, skip_reason, finished_at, approval_at, approval_by, approval_remark];
  };
  assert.deepEqual(await of(one), ["queued", null, null, 40, "mira", "fine"]);
  assert.deepEqual(await of(other), ["skipped", "rejected", 50, 50, "noor", null]);
});

Deno.test("approvals: a window that is open when a run is approved holds it, but not one that a person started", async () => {
  await using scene = await Scene.open();
  const window = (at: number) => at < 900 ? { until: 900 } : null;
  const due = await scene.start(await scene.guarded(), "schedule", 0, { startAfter: 60 });
  const byHand = await scene.start(await scene.guarded(), "person");
  const later = await scene.start(await scene.guarded(), "schedule", 0, { startAfter: 2_000 });
  for (const run of [due, byHand, later]) await scene.approve(run, 100, window);
  const rows = await Promise.all([due, byHand, later].map(({ id }) => scene.run(id)));
  assert.deepEqual(
    rows.map(({ start_after, window_id, held_until }) => [start_after, window_id, held_until]),
    [
      [905, 7, 900],
      [100, null, null],
      [2_000, null, null],
    ],
  );
});

Deno.test("approvals: a due time after one that still waits is skipped, so that the request is not replaced", async () => {
  await using scene = await Scene.open();
  const task = await scene.guarded();
  await scene.start(task, "schedule", 0);
  await scene.inTransaction((tx) =>
    enqueue(tx, alone, { source: taskSource(task), cause: "schedule", now: 60, dueAt: 60 })
  );
  assert.deepEqual(await scene.states(), ["waiting_for_approval", "skipped overlap"]);
});

Deno.test("approvals: runs lapse when their time has come, the next one is known", async () => {
  await using scene = await Scene.open();
  const task = await scene.guarded(100);
  const other = await scene.guarded(300);
  await scene.start(task, "person");
  await scene.start(other, "person");
  const lapse = (now: number) => scene.inTransaction((tx) => lapseApprovals(tx, now, 10));
  assert.equal(await nextApprovalLapse(scene.db), 100);
  assert.deepEqual(await lapse(99), []);
  assert.deepEqual((await lapse(100)).map(({ source }) => source), [{ column: "task_id", id: task.id }]);
  assert.deepEqual(await scene.states(), ["skipped approval_lapsed", "waiting_for_approval"]);
  assert.equal(await nextApprovalLapse(scene.db), 300);
  await lapse(1_000);
  assert.equal(await nextApprovalLapse(scene.db), null);
});

Deno.test("approvals: a run that was added in a false future keeps its time to be approved", async () => {
  await using scene = await Scene.open();
  const run = await scene.start(await scene.guarded(100), "person", 5_000);
  await releaseQueued(scene.db, 1_000);
  const { queued_at, start_after, approval_until } = await scene.run(run.id);
  assert.deepEqual([queued_at, start_after, approval_until], [1_000, 1_000, 1_100]);
});

Deno.test("approvals: the duty lapses a run to the millisecond, also one that was added after it looked", async () => {
  await using scene = await Scene.open();
  const clock = new TestClock();
  const rethrow = (error: unknown) => {
    throw error;
  };
  const followed: FollowingRuns[] = [];
  const duty = new FollowRuns({
    ...{ db: scene.db, clock, bus: new Bus(rethrow), zone: () => "UTC" },
    logger: { debug: rethrow, info: rethrow, warn: rethrow, error: rethrow },
    engine: { openNodes: alone, follow: (following) => void followed.push(...following) },
    limits: { heldAt: () => null, droppedAt: () => null },
  }).duty;
  const state = async (id: number) => (await scene.run(id)).state;
  const pass = async (ms: number) => {
    await clock.advance(ms);
    // Once its work is done, it waits for the next.
    await until("the work to be done", () => clock.timers > 0);
  };
  await duty.begin();
  await pass(0);
  const run = await scene.start(await scene.guarded(60_000), "person", clock.now() + 10);
  await pass(60_000);
  assert.equal(await state(run.id), "waiting_for_approval");
  await pass(9);
  assert.equal(await state(run.id), "waiting_for_approval");
  await pass(1);
  assert.equal(await state(run.id), "skipped");
  assert.deepEqual(followed.map(({ result }) => result.skipped), [[run.id]]);
  await duty.end();
});
