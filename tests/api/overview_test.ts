import assert from "node:assert/strict";
import type { Overview } from "../../server/contract/overview.ts";
import type { Run } from "../../server/contract/runs.ts";
import type { List } from "../../server/contract/shapes.ts";
import { TestPanel } from "../support/test_panel.ts";
import { until } from "../support/until.ts";

Deno.test("overview: of an empty panel has no figures but the slots", async () => {
  await using panel = await TestPanel.open();
  const overview = await read(panel);
  const { slots, ...figures } = overview.figures;
  assert.deepEqual(figures, { running: 0, waiting: 0, failing: 0, successRate7d: null, nextRunAt: null });
  assert.ok(slots >= 4);
  assert.equal(overview.past.length, 24);
  assert.equal(overview.upcomingLoad.length, 24);
  assert.deepEqual([overview.failing, overview.running, overview.next], [[], [], []]);
  assert.deepEqual([overview.health.lastBackupAt, overview.health.notifications], [null, false]);
  assert.ok(Number(overview.health.diskFreeBytes) > 0);
  const { room } = (await panel.request("GET", "/health", { headers: await panel.logIn() })).disk;
  assert.equal(overview.health.diskRoom, room);
});

Deno.test("overview: lists what failed, how often in a row, with the last line of the log", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const add = (name: string, command: string) =>
    panel.request("POST", "/tasks", { headers, body: { name, command, schedules: "manual" } });
  const failing = await add("Sync", "echo connecting; echo 'no route to host'; exit 3");
  const disabled = await add("Old", "exit 1");
  const fine = await add("Fine", "true");
  for (const { id } of [failing, failing, disabled, fine]) await runToEnd(panel, headers, id);
  await panel.request("POST", "/tasks/disable", { headers, body: { ids: [disabled.id] } });
  const { figures, failing: listed, past } = await read(panel);
  assert.equal(figures.failing, 1);
  assert.equal(figures.successRate7d, 0.25);
  assert.deepEqual(
    listed.map(({ taskId, name, streak, lastLine }) => ({ taskId, name, streak, lastLine })),
    [{ taskId: failing.id, name: "Sync", streak: 2, lastLine: "no route to host" }],
  );
  const ended = past.reduce((sum, hour) => sum + hour.succeeded + hour.failed + hour.other, 0);
  assert.equal(ended, 4);
});

Deno.test("overview: lists what runs with its median, and what is due next", async () => {
  await using panel = await TestPanel.open();
  const headers = await panel.logIn();
  const create = (body: Record<string, unknown>) => panel.request("POST", "/tasks", { headers, body });
  const slow = await create({ name: "Slow", command: "sleep 300", schedules: "manual" });
  await create({ name: "Yearly", command: "true", schedules: ["0 0 1 1 *"] });
  await create({ name: "Hourly", command: "true", schedules: ["0 * * * *"] });
  await create({ name: "Disabled", command: "true", schedules: ["* * * * *"], enabled: false });
  for (const [state, durationMs] of [["succeeded", 4_000], ["succeeded", 8_000], ["failed", 90]] as const) {
    await panel.db.insertInto("run").values({
      ...{
        task_id: slow.id,
        task_name: "Slow",
        kind: "task",
        cause: "person",
        state,
        duration_ms: durationMs,
      },
      ...{
        due_count: 1,
        queued_at: 1,
        start_after: 1,
        queue_rank: 0,
        queue_order: 1,
        attempt: 1,
        finished_at: 2,
      },
    }).execute();
  }
  await panel.request("POST", "/tasks/run", { headers, body: { ids: [slow.id] } });
  const { figures, running, next, upcomingLoad } = await read(panel);
  assert.equal(figures.running, 1);
  assert.deepEqual(running.map(({ taskId, medianMs }) => ({ taskId, medianMs })), [{
    taskId: slow.id,
    medianMs: 4_000,
  }]);
  assert.deepEqual(next.map(({ name }) => name), ["Hourly", "Yearly"]);
  assert.equal(figures.nextRunAt, next[0]?.at);
  assert.deepEqual(upcomingLoad.slice(1).map(({ runs }) => runs > 0), Array(23).fill(true));
  await panel.request("POST", "/tasks/stop", { headers, body: { ids: [slow.id] } });
});

Deno.test("overview: needs permission to read tasks", async () => {
  await using panel = await TestPanel.open();
  const response = await panel.send("GET", "/overview");
  await response.body?.cancel();
  assert.equal(response.status, 401);
});

async function read(panel: TestPanel): Promise<Overview> {
  return await panel.request("GET", "/overview", { headers: await panel.logIn() });
}

async function runToEnd(panel: TestPanel, headers: Record<string, string>, taskId: number): Promise<void> {
  await panel.request("POST", "/tasks/run", { headers, body: { ids: [taskId] } });
  await until("the end of the run", async () => {
    const { items } = await panel.request("GET", `/tasks/${taskId}/runs`, { headers }) as List<Run>;
    return items.every(({ finishedAt }) => finishedAt !== null);
  });
}
