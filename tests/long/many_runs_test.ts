// A panel with years of history: it starts soon, and lists, filters and searches are served.
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { percentile, timeEach } from "../bench/statistics.ts";
import { multiplyRows } from "../support/multiply_rows.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { byLength, reportFigure } from "../support/suite_length.ts";
import { until } from "../support/until.ts";

const RUNS = byLength(20_000, 1_000_000);
const TASKS = byLength(200, 5_000);
const PACKAGES = byLength(20, 200);
const TIMES = byLength(5, 40);
const MINUTE_MS = 60_000;

const lists = [
  "/tasks?pageSize=20",
  "/tasks?pageSize=20&sort=-lastRunAt",
  "/tasks?pageSize=20&q=copy%2077",
  "/runs?pageSize=20",
  "/runs?pageSize=20&page=50",
  "/runs?pageSize=20&state=failed",
  "/runs?pageSize=20&taskId=77",
  "/runs?pageSize=20&q=copy%2077",
  "/dependencies?pageSize=20&type=node",
  "/overview",
];

Deno.test(`many runs: with ${RUNS} runs of ${TASKS} tasks the panel starts, and lists are served`, async () => {
  await using scene = await PanelScene.open({ settings: { logKeepRuns: null, logRetentionDays: null } });
  const ended = await scene.run(await scene.task("true", { schedules: ["0 0 1 1 *"] }));
  await scene.reaches(ended, "succeeded");
  await scene.restart("SIGTERM", () => Promise.resolve(fill(scene)));
  assert.equal((await scene.panel.request("GET", "/runs?pageSize=1")).total, RUNS);
  assert.equal((await scene.panel.request("GET", "/tasks?pageSize=1")).total, TASKS);
  const figures: string[] = [];
  for (const path of lists) {
    const response = await scene.panel.send("GET", path);
    assert.equal(response.status, 200, `${path}: ${await response.text()}`);
    const latencies = await timeEach(TIMES, 1, () => scene.panel.request("GET", path));
    figures.push(`${path} ${percentile(latencies, 0.95).toFixed(0)}`);
  }
  // It still does what it is for.
  const task = await scene.task("exit 3");
  const run = await scene.run(task);
  assert.equal((await scene.reaches(run, "failed")).exitCode, 3);
  const witness = scene.path("witness");
  await scene.task(`echo ran >> ${witness}`, { schedules: ["* * * * * *"] });
  await until("a due task to run", () => scene.lines("witness").length > 0);
  reportFigure(
    "many runs",
    `${RUNS} runs, ${TASKS} tasks, ${PACKAGES} packages: ready in ${
      Math.round(scene.panel.readyMs)
    } ms; p95 in ms: ${figures.join(", ")}`,
  );
});

/** Multiplies the task and its run in the database of the stopped panel; one in ten runs failed. */
function fill(scene: PanelScene): void {
  using database = new DatabaseSync(scene.path("sundial.sqlite"));
  database.exec("pragma synchronous = off; begin");
  multiplyRows(database, "task", TASKS - 1, { name: "'copy ' || n" });
  multiplyRows(database, "run", RUNS - 1, {
    task_id: `n % ${TASKS} + 1`,
    task_name: `'copy ' || (n % ${TASKS})`,
    state: "iif(n % 10 = 0, 'failed', 'succeeded')",
    exit_code: "iif(n % 10 = 0, 1, 0)",
    queued_at: `o.queued_at - ${MINUTE_MS} * (${RUNS} - n)`,
    started_at: `o.started_at - ${MINUTE_MS} * (${RUNS} - n)`,
    finished_at: `o.finished_at - ${MINUTE_MS} * (${RUNS} - n)`,
    log_path: "null",
  });
  database.exec("insert or ignore into run_task_name select distinct task_name from run");
  const add = database.prepare(
    "insert into dependency (type, name, remarks, state, act, created_at, updated_at, version) " +
      "values ('node', ?, '', 'installed', 'install', 1, 1, 1)",
  );
  for (let n = 0; n < PACKAGES; n++) add.run(`package-${n}`);
  database.exec("commit");
}
