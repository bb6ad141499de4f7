// Stopping runs and time limits on the started panel, against processes that do everything to stay.
import assert from "node:assert/strict";
import { percentile } from "../bench/statistics.ts";
import { PanelScene } from "../support/panel_scene.ts";
import { byLength, reportFigure } from "../support/suite_length.ts";
import { processesOf } from "../support/test_engine.ts";
import { until } from "../support/until.ts";

const TREES = byLength(2, 10);
const LIMITED = byLength(10, 50);
/** Processes of the command below: at least its shell, its children and their children. */
const PROCESSES = 12;

/** Three children with children of their own, one in another session and one with another parent; all ignore TERM. */
const stubborn = `
trap '' TERM
stay() { trap '' TERM; while :; do sleep 0.5; done; }
for n in 1 2 3; do (trap '' TERM; (stay) & (stay) & stay) & done
setsid sh -c "trap '' TERM; while :; do sleep 0.5; done" &
(setsid sh -c "trap '' TERM; (while :; do sleep 0.5; done) & exit 0" &)
stay
`;

Deno.test("stop: trees of processes that ignore TERM are ended after the grace period, others of the task stay", async () => {
  await using scene = await PanelScene.open({ settings: { concurrency: 40 } });
  const installation = (await Deno.readTextFile(scene.path("installation"))).trim();
  const task = await scene.task(stubborn, { name: "stubborn", overlap: { policy: "allow", limit: 1000 } });
  const runs: number[] = [];
  for (let n = 0; n <= TREES; n++) runs.push(await scene.run(task));
  for (const id of runs) {
    await until(`all processes of run ${id}`, () => processesOf(installation, id).length >= PROCESSES);
  }
  const [other, ...stopped] = runs as [number, ...number[]];
  const seconds = await Promise.all(stopped.map(async (id) => {
    const from = performance.now();
    await scene.panel.request("POST", `/runs/${id}/stop`);
    await until(`run ${id} to be stopped`, async () => {
      const { state } = await scene.panel.request("GET", `/runs/${id}`);
      // Not stopped as long as something of it lives.
      assert.ok(["running", "stopped"].includes(state), state);
      return state === "stopped";
    });
    assert.deepEqual(processesOf(installation, id), [], `run ${id} left processes behind`);
    return (performance.now() - from) / 1_000;
  }));
  assert.equal((await scene.panel.request("GET", `/runs/${other}`)).state, "running");
  assert.ok(processesOf(installation, other).length >= PROCESSES, "the other run lost processes");
  reportFigure(
    "stop",
    `${TREES} trees of at least ${PROCESSES} processes that ignore TERM, ended after ${
      Math.min(...seconds).toFixed(1)
    } to ${Math.max(...seconds).toFixed(1)} s, none left, another run of the task untouched`,
  );
});

Deno.test(`time limit: ${LIMITED} runs at once end at theirs, and are recorded as timed out`, async () => {
  await using scene = await PanelScene.open({ settings: { concurrency: 100 } });
  const ids: number[] = [];
  for (let n = 0; n < LIMITED; n++) {
    ids.push(await scene.task("sleep 1000", { name: `limited ${n}`, timeLimitMs: 2_000 }));
  }
  const barrier = scene.path("barrier");
  const without = await scene.run(await scene.task(`until [ -e ${barrier} ]; do sleep 0.1; done`));
  await scene.panel.request("POST", "/tasks/run", { ids });
  await until(
    "all with a limit to end",
    () => scene.rows().filter(({ state }) => state === "timed_out").length === LIMITED,
  );
  await Deno.writeTextFile(barrier, "");
  await scene.reaches(without, "succeeded");
  const lasted = scene.rows().filter(({ id }) => id !== without).map((row) =>
    (row.finished_at! - row.started_at!) / 1_000
  );
  assert.ok(Math.min(...lasted) >= 1.95, `one ended after ${Math.min(...lasted)} s`);
  reportFigure(
    "time limit",
    `${LIMITED} runs with 2 s at once, all timed out after ${Math.min(...lasted).toFixed(1)} to ${
      Math.max(...lasted).toFixed(1)
    } s, median ${percentile(lasted, 0.5).toFixed(1)} s`,
  );
});
