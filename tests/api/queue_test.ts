import assert from "node:assert/strict";
import type { QueueState } from "../../server/contract/queue.ts";
import { TaskScene } from "../support/task_scene.ts";

async function queue(scene: TaskScene): Promise<QueueState> {
  const { json, status, text } = await scene.call("GET", "/queue");
  assert.equal(status, 200, text);
  return json as unknown as QueueState;
}

function waitingReasons({ waiting }: QueueState): string[] {
  return waiting.map(({ run, position, reason }) => `${position} ${run.taskName} ${reason}`);
}

async function run(scene: TaskScene, ...ids: number[]): Promise<void> {
  const { json, text } = await scene.call("POST", "/tasks/run", { body: { ids } });
  assert.ok((json.results as { ok: boolean }[]).every(({ ok }) => ok), text);
}

Deno.test("queue: lists running and waiting runs with their reason, and cancels a run", async () => {
  await using scene = await TaskScene.open({ concurrency: 2 });
  const sleeper = { command: "sleep 1000" };
  const one = await scene.add({
    ...sleeper,
    name: "one",
    overlap: { policy: "queue", limit: 9 },
    serialGroup: "disk",
  });
  const two = await scene.add({ ...sleeper, name: "two", serialGroup: "disk" });
  const three = await scene.add({ ...sleeper, name: "three" });
  const four = await scene.add({ ...sleeper, name: "four" });
  await run(scene, one, two, three);
  await scene.engine.until("two to run", async () => (await queue(scene)).live.length === 2);
  await run(scene, one, four);
  const state = await queue(scene);
  assert.deepEqual([state.limit, state.waitingTotal], [2, 3]);
  assert.deepEqual(state.live.map(({ taskName }) => taskName), ["one", "three"]);
  assert.deepEqual(waitingReasons(state), ["1 two group", "2 one task", "3 four limit"]);
  const [first] = state.live;
  assert.deepEqual(state.waiting.map(({ blockedBy }) => blockedBy), [first!.id, first!.id, null]);
  const [waiting] = state.waiting;
  assert.ok(waiting!.startAfter === waiting!.run.queuedAt && Date.parse(waiting!.run.queuedAt) <= Date.now());
  const cancelled = await scene.call("POST", `/runs/${waiting!.run.id}/stop`);
  assert.deepEqual([cancelled.status, cancelled.json.state], [200, "stopped"]);
  assert.deepEqual(waitingReasons(await queue(scene)), ["1 one task", "2 four limit"]);
  await scene.call("POST", "/tasks/stop", { body: { ids: [one, three, four] } });
  await scene.engine.quiet();
  const { live, waiting: left, waitingTotal } = await queue(scene);
  assert.deepEqual([live, left, waitingTotal], [[], [], 0]);
});

Deno.test("queue: catch-up runs come after due runs, and delayed runs after all that may start", async () => {
  await using scene = await TaskScene.open({ concurrency: 1 });
  const busy = await scene.add({ command: "sleep 1000", name: "busy" });
  await run(scene, busy);
  await scene.engine.until("it to run", async () => (await queue(scene)).live.length === 1);
  const later = Date.now() + 3_600_000;
  const rows = [
    { task_name: "later", start_after: later, queue_rank: 0, queue_order: 1 },
    { task_name: "missed", start_after: 0, queue_rank: 1, queue_order: 1 },
    { task_name: "due", start_after: 0, queue_rank: 0, queue_order: 2 },
    { task_name: "sooner", start_after: later - 1, queue_rank: 0, queue_order: 3 },
  ];
  for (const row of rows) {
    const task = await scene.add({ name: row.task_name });
    const fixed = {
      task_id: task,
      cause: "schedule",
      state: "queued",
      queued_at: 0,
      attempt: 1,
      due_count: 1,
    } as const;
    await scene.engine.db.insertInto("run").values({ ...fixed, ...row }).execute();
  }
  assert.deepEqual(waitingReasons(await queue(scene)), [
    "1 due limit",
    "2 missed limit",
    "3 sooner delay",
    "4 later delay",
  ]);
  await scene.engine.db.deleteFrom("run").where("state", "=", "queued").execute();
  await scene.call("POST", "/tasks/stop", { body: { ids: [busy] } });
  await scene.engine.quiet();
});

Deno.test("queue: returns the first 500 and the total of a long queue", async () => {
  await using scene = await TaskScene.open({ concurrency: 1 });
  const task = await scene.add({ name: "long" });
  const later = Date.now() + 3_600_000;
  await scene.engine.db.transaction().execute(async (tx) => {
    for (let n = 0; n < 1_200; n++) {
      await tx.insertInto("run").values({
        ...{
          task_id: task,
          task_name: "long",
          cause: "person",
          state: "queued",
          queued_at: n,
          start_after: later + n,
        },
        ...{ queue_rank: 0, queue_order: n, attempt: 1, due_count: 1 },
      }).execute();
    }
  });
  const { waiting, waitingTotal } = await queue(scene);
  assert.deepEqual([waiting.length, waitingTotal, waiting.at(-1)!.position], [500, 1_200, 500]);
  assert.deepEqual(waiting.map(({ run }) => run.queuedAt), waiting.map((_, n) => new Date(n).toISOString()));
  await scene.engine.db.deleteFrom("run").execute();
});
