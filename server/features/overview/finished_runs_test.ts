import assert from "node:assert/strict";
import type { RunState } from "../../contract/runs.ts";
import { directReads } from "../../platform/heavy_reads.ts";
import { LedgerScene } from "../../../tests/support/ledger_scene.ts";
import { finishedRuns, HOUR_MS, slotUse } from "./finished_runs.ts";

const NOW = Date.parse("2026-03-04T05:20:00.000Z");

Deno.test("finished runs: counts the runs of a week by hour and outcome", async () => {
  await using scene = await LedgerScene.open();
  const task = await scene.addTask();
  const add = (state: RunState, hoursAgo: number) =>
    scene.addRun(task, state, { finished_at: NOW - hoursAgo * HOUR_MS });
  const ended: [RunState, number][] = [
    ["succeeded", 0],
    ["failed", 0],
    ["timed_out", 1],
    ["interrupted", 1],
    ["stopped", 1],
    ["skipped", 167],
    ["succeeded", 168], // a week ago, but before the first hour
  ];
  for (const [state, hoursAgo] of ended) await add(state, hoursAgo);
  await scene.addRun(task, "running");
  const finished = finishedRuns(scene.db, directReads(scene.db));
  const hours = await finished.upTo(NOW);
  assert.equal(hours.length, 168);
  assert.deepEqual(hours.at(-1), { succeeded: 1, failed: 1, other: 0 });
  assert.deepEqual(hours.at(-2), { succeeded: 0, failed: 2, other: 1 });
  assert.deepEqual(hours[0], { succeeded: 0, failed: 0, other: 1 });
});

Deno.test("finished runs: reads only the latest hours again, and starts over after a jump of the clock", async () => {
  await using scene = await LedgerScene.open();
  const task = await scene.addTask();
  const queries: string[] = [];
  const reads = directReads(scene.db);
  const finished = finishedRuns(scene.db, {
    all(query) {
      queries.push(String(query.parameters[0]));
      return reads.all(query);
    },
  });
  const old = await scene.addRun(task, "succeeded", { finished_at: NOW - 5 * HOUR_MS });
  await finished.upTo(NOW);
  await scene.db.deleteFrom("run").where("id", "=", old.id).execute();
  await scene.addRun(task, "failed", { finished_at: NOW - HOUR_MS });
  const hours = await finished.upTo(NOW + HOUR_MS);
  assert.equal(hours.at(-7)?.succeeded, 1, "an hour that is over was read again");
  assert.equal(hours.at(-3)?.failed, 1, "a late run was not found");
  const earlier = await finished.upTo(NOW - 48 * HOUR_MS);
  assert.equal(earlier.at(-1)?.succeeded, 0);
  const current = Math.floor(NOW / HOUR_MS);
  assert.deepEqual(
    queries.map(Number),
    [current - 167, current - 2, current - 48 - 167].map((hour) => hour * HOUR_MS),
  );
});

Deno.test("slot use: sums run times and counts waits by the hour in which runs ended", async () => {
  await using scene = await LedgerScene.open();
  const task = await scene.addTask();
  const add = (hoursAgo: number, waitMs: number, durationMs: number) => {
    const finished_at = NOW - hoursAgo * HOUR_MS;
    const started_at = finished_at - durationMs;
    return scene.addRun(task, "succeeded", {
      ...{ finished_at, started_at, duration_ms: durationMs, start_after: started_at - waitMs },
    });
  };
  await add(0, 0, 5_000);
  await add(0, 1_001, 7_000);
  await add(1, 60_000, 1_000);
  await add(24, 60_000, 1_000); // a day ago, but before the first hour
  await scene.addRun(task, "skipped", { finished_at: NOW, started_at: null });
  const hours = await slotUse(scene.db, directReads(scene.db)).upTo(NOW);
  assert.equal(hours.length, 24);
  assert.deepEqual(hours.slice(-2), [{ busyMs: 1_000, waited: 1 }, { busyMs: 12_000, waited: 1 }]);
  assert.deepEqual(hours[0], { busyMs: 0, waited: 0 });
});
