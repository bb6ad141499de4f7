// What starts after a run that ends without having run is decided in the transaction that ends it. No duty runs here that would do so
// a moment later.
import assert from "node:assert/strict";
import { TaskScene } from "../support/task_scene.ts";
import { until } from "../support/until.ts";

const after = (taskId: number, outcome: "succeeded" | "any" = "succeeded") => ({
  tasks: [{ taskId, outcome }],
});

/** A task whose only slot is taken, so that another run of it stays in the queue, and one that starts after it. */
async function openQueued(more: Record<string, unknown> = {}) {
  const scene = await TaskScene.open();
  const first = await scene.add({
    name: "first",
    command: "sleep 600",
    overlap: { policy: "queue" },
    ...more,
  });
  const second = await scene.add({ name: "second", upstream: after(first) });
  const busy = more.requiresApproval ? null : await start(scene, first);
  if (busy !== null) await scene.engine.reaches(busy, "running");
  const queued = await start(scene, first);
  return { scene, first, second, busy, queued };
}

async function start(scene: TaskScene, id: number): Promise<number> {
  const { json, text } = await scene.call("POST", "/tasks/run", { body: { ids: [id] } });
  const [result] = json.results as { ok: boolean; runId: number }[];
  assert.ok(result?.ok, text);
  return result.runId;
}

/** Returns a due time of a task that waits for the tasks before it. */
async function awaitingRun({ engine: { db } }: TaskScene, taskId: number): Promise<number> {
  const { id } = await until(
    "a due time that waits",
    async () =>
      await db.selectFrom("run").select("id").where("task_id", "=", taskId)
        .where("awaits_until", "is not", null).executeTakeFirst() ?? null,
  );
  return id;
}

async function isAwaiting({ engine: { db } }: TaskScene, id: number): Promise<boolean> {
  const { awaits_until } = await db.selectFrom("run").select("awaits_until").where("id", "=", id)
    .executeTakeFirstOrThrow();
  return awaits_until !== null;
}

/** Returns the links of the flow run that a run belongs to. */
async function linksOf({ engine: { db } }: TaskScene, runId: number): Promise<string[]> {
  const links = await db.selectFrom("flow_link").innerJoin("run", "run.flow_run_id", "flow_link.flow_run_id")
    .select(["flow_link.task_id", "decision", "reason"]).where("run.id", "=", runId).execute();
  return links.map(({ task_id, decision, reason }) => `${task_id} ${reason ?? decision}`);
}

Deno.test("followed at once: a run that is stopped in the queue", async () => {
  const { scene, second, queued } = await openQueued();
  await using _ = scene;
  assert.equal((await scene.call("POST", `/runs/${queued}/stop`)).status, 200);
  assert.deepEqual(await linksOf(scene, queued), [`${second} upstream_failed`]);
});

Deno.test("followed at once: scheduled runs of a task that is disabled", async () => {
  const { scene, first, second, queued } = await openQueued();
  await using _ = scene;
  await scene.engine.db.updateTable("run").set({ cause: "upstream" }).where("id", "=", queued).execute();
  assert.equal((await scene.call("POST", "/tasks/disable", { body: { ids: [first] } })).status, 200);
  assert.deepEqual(await linksOf(scene, queued), [`${second} upstream_not_run`]);
});

Deno.test("followed at once: a run that another takes from the queue", async () => {
  const { scene, first, second, queued } = await openQueued();
  await using _ = scene;
  const patch = { overlap: { policy: "replace" } };
  assert.equal((await scene.call("PATCH", `/tasks/${first}`, { body: patch })).status, 200);
  await start(scene, first);
  assert.deepEqual(await linksOf(scene, queued), [`${second} upstream_not_run`]);
});

Deno.test("followed at once: a run that is rejected, also for what waits for it at a due time", async () => {
  const { scene, first, second, queued } = await openQueued({ requiresApproval: true });
  await using _ = scene;
  const waiting = await scene.add({
    ...{ name: "waiting", schedules: ["* * * * * *"] },
    upstream: { ...after(first, "any"), within: "24h", waitMs: 3_600_000 },
  });
  const due = await awaitingRun(scene, waiting);
  assert.equal((await scene.call("POST", `/runs/${queued}/reject`, { body: {} })).status, 200);
  assert.deepEqual(await linksOf(scene, queued), [`${second} upstream_failed`]);
  assert.equal(await isAwaiting(scene, due), false);
});

Deno.test("followed at once: what waits for a task whose last run is skipped counts the one before", async () => {
  const { scene, first, queued } = await openQueued({ command: "true", requiresApproval: true });
  await using _ = scene;
  assert.equal((await scene.call("POST", `/runs/${queued}/approve`, { body: {} })).status, 200);
  await scene.engine.reaches(queued, "succeeded");
  const next = await start(scene, first);
  await scene.engine.db.updateTable("run").set({ cause: "schedule" }).where("id", "=", next).execute();
  const waiting = await scene.add({
    ...{ name: "waiting", schedules: ["* * * * * *"] },
    upstream: { ...after(first), within: "24h", waitMs: 3_600_000 },
  });
  const due = await awaitingRun(scene, waiting);
  assert.equal((await scene.call("POST", "/tasks/disable", { body: { ids: [first] } })).status, 200);
  assert.equal(await isAwaiting(scene, due), false);
});
