import assert from "node:assert/strict";
import type { Node, NodeList } from "../../server/contract/nodes.ts";
import type { Run } from "../../server/contract/runs.ts";
import { TaskScene } from "../support/task_scene.ts";

const SECOND = 1_000;

/** Adds a node that was seen some seconds ago. */
async function addNode(
  { engine: { db, clock } }: TaskScene,
  name: string,
  { seconds = 1, ...columns }: { seconds?: number; role?: "panel"; draining?: 1; planning?: 1 } = {},
): Promise<number> {
  const { id } = await db.insertInto("node").values({
    ...{ name, role: "worker", pools_json: '["default","gpu"]', capacity: 8, version: "1.0.0" },
    ...{ boot_id: "b", session: name, created_at: 1, started_at: 1_700_000_000_000 },
    load_json: '{"average":1.5,"memoryFreeBytes":10,"memoryTotalBytes":40}',
    last_seen_at: clock.now() - seconds * SECOND,
    ...columns,
  }).returning("id").executeTakeFirstOrThrow();
  return id;
}

async function addLiveRun({ engine: { db, clock } }: TaskScene, task: number, node: number): Promise<number> {
  const { id } = await db.insertInto("run").values({
    ...{ task_id: task, task_name: "task", cause: "person", state: "running", kind: "task" },
    ...{
      queued_at: 1,
      start_after: 1,
      queue_rank: 0,
      queue_order: 1,
      attempt: 1,
      due_count: 1,
      node_id: node,
    },
    started_at: clock.now() - 90 * SECOND,
  }).returning("id").executeTakeFirstOrThrow();
  await db.insertInto("run_order").values({ run_id: id, trees_json: "{}", variables_sealed: "x" }).execute();
  return id;
}

async function list(scene: TaskScene): Promise<NodeList> {
  const { json, status, text } = await scene.call("GET", "/nodes");
  assert.equal(status, 200, text);
  return json as unknown as NodeList;
}

async function runOf(scene: TaskScene, id: number): Promise<Run> {
  return (await scene.call("GET", `/runs/${id}`)).json as unknown as Run;
}

Deno.test("nodes: on a single machine this panel is the only node, and it cannot be drained or removed", async () => {
  await using scene = await TaskScene.open();
  await scene.add({ placement: { pool: "gpu" } });
  await scene.add({ placement: { pool: null } });
  const { items, isShared, pools } = await list(scene);
  assert.equal(isShared, false);
  const [{ startedAt, lastSeenAt, ...only }] = items as [Node];
  assert.deepEqual(only, {
    ...{
      id: 1,
      name: "here",
      role: "panel",
      pools: ["default"],
      state: "online",
      planning: true,
      running: 0,
    },
    ...{ capacity: 4, load: { average: 0.5, memoryFreeBytes: 1, memoryTotalBytes: 2 } },
    ...{ version: "1.2.3", isThis: true },
  });
  assert.ok(startedAt < lastSeenAt);
  assert.deepEqual([items.length, pools], [1, ["default", "gpu"]]);
  for (const [method, path] of [["POST", "/nodes/1/drain"], ["DELETE", "/nodes/1"]] as const) {
    const { status, problem } = await scene.call(method, path);
    assert.deepEqual([status, problem.code], [409, "single_machine"], path);
  }
  assert.equal((await scene.call("DELETE", "/nodes/2")).status, 404);
});

Deno.test("nodes: lists panels first, with state, live runs and load of each", async () => {
  await using scene = await TaskScene.open();
  const panel = await addNode(scene, "panel-1", { role: "panel", planning: 1 });
  const busy = await addNode(scene, "worker-b");
  await addNode(scene, "worker-a", { seconds: 31 });
  await addNode(scene, "worker-c", { draining: 1 });
  const run = await addLiveRun(scene, await scene.add(), busy);
  const { items, isShared, pools } = await list(scene);
  assert.equal(isShared, true);
  assert.deepEqual(
    items.map(({ name, state, running, planning, isThis }) => [name, state, running, planning, isThis]),
    [
      ["panel-1", "online", 0, true, panel === 1],
      ["worker-a", "unreachable", 0, false, false],
      ["worker-b", "online", 1, false, false],
      ["worker-c", "draining", 0, false, false],
    ],
  );
  assert.deepEqual(items[2]?.load, { average: 1.5, memoryFreeBytes: 10, memoryTotalBytes: 40 });
  assert.deepEqual(pools, ["default", "gpu"]);
  assert.deepEqual([(await runOf(scene, run)).nodeName, (await runOf(scene, run)).nodeId], [
    "worker-b",
    busy,
  ]);
});

Deno.test("nodes: the runs of a node are listed with its name", async () => {
  await using scene = await TaskScene.open();
  const [one, other] = [await addNode(scene, "one"), await addNode(scene, "other")];
  const task = await scene.add();
  const run = await addLiveRun(scene, task, one);
  await addLiveRun(scene, task, other);
  const { json } = await scene.call("GET", `/runs?nodeId=${one}`);
  assert.deepEqual((json.items as Run[]).map(({ id, nodeName }) => [id, nodeName]), [[run, "one"]]);
  assert.equal((await scene.call("GET", "/runs?nodeId=x")).status, 422);
  const queue = (await scene.call("GET", "/queue")).json as { live: Run[] };
  assert.deepEqual(queue.live.map(({ nodeName }) => nodeName), ["one", "other"]);
});

Deno.test("nodes: one drains and takes runs again, and publishes each change", async () => {
  await using scene = await TaskScene.open();
  const id = await addNode(scene, "worker");
  const drain = async (body?: unknown) =>
    (await scene.call("POST", `/nodes/${id}/drain`, { body })).json.state;
  assert.deepEqual([await drain(), await drain({ draining: false }), await drain({})], [
    "draining",
    "online",
    "draining",
  ]);
  const wrong = await scene.call("POST", `/nodes/${id}/drain`, { body: { draining: "no" } });
  assert.deepEqual([wrong.status, wrong.problem.issues?.[0]?.path], [422, "draining"]);
  assert.equal((await scene.call("POST", "/nodes/99/drain")).status, 404);
  assert.deepEqual(scene.published, Array(3).fill(`node:changed ${id}`));
});

Deno.test("nodes: only an unreachable one is removed; its live runs are lost and retried on request", async () => {
  await using scene = await TaskScene.open();
  const reachable = await addNode(scene, "fine");
  const silent = await addNode(scene, "silent", { seconds: 31 });
  const once = await scene.add({ retry: { times: 1, delayMs: 3_600_000 } });
  const again = await scene.add({ retry: { times: 1, delayMs: 3_600_000, onLost: true } });
  const runs = [await addLiveRun(scene, once, silent), await addLiveRun(scene, again, silent)];
  const elsewhere = await addLiveRun(scene, once, reachable);
  const { id: pinned } = await scene.engine.db.insertInto("run").values({
    ...{
      task_id: once,
      task_name: "task",
      cause: "person",
      state: "queued",
      kind: "task",
      target_node: silent,
    },
    ...{ queued_at: 1, start_after: 9e15, queue_rank: 0, queue_order: 1, attempt: 1, due_count: 1 },
  }).returning("id").executeTakeFirstOrThrow();

  const rejected = await scene.call("DELETE", `/nodes/${reachable}`);
  assert.deepEqual([rejected.status, rejected.problem.code], [409, "node_reachable"]);
  assert.match(rejected.problem.detail, /fine/);
  const before = scene.published.length;
  assert.equal((await scene.call("DELETE", `/nodes/${silent}`)).status, 204);

  assert.deepEqual((await list(scene)).items.map(({ name }) => name), ["fine"]);
  for (const id of runs) {
    const { state, nodeName, nodeId, finishedAt, durationMs } = await runOf(scene, id);
    assert.deepEqual([state, nodeName, nodeId, durationMs], ["lost", null, silent, null]);
    assert.ok(finishedAt);
  }
  assert.equal((await runOf(scene, elsewhere)).state, "running");
  const skipped = await runOf(scene, pinned);
  assert.deepEqual([skipped.state, skipped.skipReason], ["skipped", "no_node"]);
  const retries = (await scene.engine.rows(again)).filter(({ cause }) => cause === "retry");
  assert.deepEqual(retries.map(({ state, retry_of }) => [state, retry_of]), [["queued", runs[1]]]);
  assert.equal((await scene.engine.rows(once)).filter(({ cause }) => cause === "retry").length, 0);
  assert.equal((await scene.engine.tasks.get(once)).lastRun?.outcome, "lost");
  const orders = await scene.engine.db.selectFrom("run_order").select("run_id").execute();
  assert.deepEqual(orders.map(({ run_id }) => run_id), [elsewhere]);
  assert.deepEqual(scene.published.slice(before).filter((event) => /^(run|node)/.test(event)), [
    `run:skipped ${pinned}`,
    `run:finished ${runs[0]}`,
    `run:finished ${runs[1]}`,
    `run:queued ${retries[0]?.id}`,
    `node:changed ${silent}`,
  ]);
  await scene.call("POST", "/tasks/stop", { body: { ids: [again] } });
  await scene.engine.db.updateTable("run").set({ state: "stopped", finished_at: 1 }).where(
    "id",
    "=",
    elsewhere,
  ).execute();
});
