// Thousands of tasks due in the same second, on the started panel: all run once, in order, within the limit, while
// other requests are served.
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { multiplyRows } from "../support/multiply_rows.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { byLength, reportFigure } from "../support/suite_length.ts";
import { until } from "../support/until.ts";

const TASKS = byLength(300, 10_000);
const LIMIT = 20;
const AHEAD_MS = byLength(30, 60) * 1_000;

Deno.test(`due burst: ${TASKS} tasks due in one second run once, in order, at most ${LIMIT} at a time`, async () => {
  await using scene = await PanelScene.open({ settings: { concurrency: LIMIT } });
  const witness = scene.path("witness");
  const command = `echo "$SUNDIAL_RUN_ID start" >> ${witness}; ` +
    `[ $((SUNDIAL_RUN_ID % 10)) != 0 ] || sleep 1; echo "$SUNDIAL_RUN_ID end" >> ${witness}`;
  // Time to restart the panel.
  const at = new Date(Math.ceil((Date.now() + AHEAD_MS) / 1_000) * 1_000);
  const rule = `${at.getUTCSeconds()} ${at.getUTCMinutes()} ${at.getUTCHours()} ${at.getUTCDate()} ${
    at.getUTCMonth() + 1
  } *`;
  await scene.task(command, {
    name: "burst",
    schedules: [rule],
    timeZone: "UTC",
    missed: { policy: "skip" },
  });
  await scene.restart("SIGTERM", () => {
    using database = new DatabaseSync(scene.path("sundial.sqlite"));
    multiplyRows(database, "task", TASKS - 1, { name: "'burst ' || n" });
    return Promise.resolve();
  });
  assert.ok(Date.now() < at.getTime(), "the tasks were due before the panel was ready");
  const before = scene.residentBytes;
  await until("the first to run", () => scene.lines("witness").length > 0);
  const started = performance.now();
  const latencies: number[] = [];
  // However long all take: each wait is for some progress.
  for (let seen = 0; seen < 2 * TASKS;) {
    const before = seen;
    seen = await until("further tasks to run", async () => {
      const from = performance.now();
      await scene.panel.request("GET", "/tasks?pageSize=20");
      latencies.push(performance.now() - from);
      const count = scene.lines("witness").length;
      return count > before && count;
    }, 100);
  }
  const seconds = (performance.now() - started) / 1000;
  await until("all to end", async () => await scene.countActive() === 0);
  const rows = scene.rows().filter(({ due_at }) => due_at === at.getTime());
  assert.equal(rows.length, TASKS);
  assert.deepEqual(rows.filter(({ state }) => state !== "succeeded"), []);
  const lines = scene.lines("witness");
  const starts = lines.filter((line) => line.endsWith("start")).map((line) => parseInt(line));
  assert.equal(new Set(starts).size, TASKS);
  let [now, most] = [0, 0];
  for (const line of lines) most = Math.max(most, now += line.endsWith("start") ? 1 : -1);
  assert.ok(most <= LIMIT, `${most} ran at once`);
  // In the order of the queue; those that run at the same time may begin in any order.
  const indexOf = new Map(rows.map(({ id }, index) => [id, index]));
  const order = starts.map((id, index) => Math.abs(indexOf.get(id)! - index));
  assert.ok(Math.max(...order) < 2 * LIMIT, `a run began ${Math.max(...order)} places out of order`);
  const p95 = latencies.sort((a, b) => a - b)[Math.floor(latencies.length * 0.95)]!;
  const grown = (scene.peakBytes - before) / 1e6;
  assert.ok(grown < 150, `memory grew by ${grown} MB`);
  reportFigure(
    "due in one second",
    `${TASKS} tasks in ${seconds.toFixed(1)} s, at most ${most} at once, list p95 ${
      p95.toFixed(0)
    } ms, memory +${grown.toFixed(0)} MB`,
  );
});
