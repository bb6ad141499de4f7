import assert from "node:assert/strict";
import type { TaskStatistics } from "../../../../server/contract/task_statistics.ts";
import { heatCells, outcomesOf } from "./heat_cells.ts";

Deno.test("outcomes: stopped, skipped and active runs count neither as success nor as failure", () => {
  const { judged, succeeded, runs, skipped } = outcomesOf({
    succeeded: 3,
    failed: 1,
    stopped: 2,
    skipped: 5,
    running: 1,
  });
  assert.deepEqual({ judged, succeeded, runs, skipped }, { judged: 4, succeeded: 0.75, runs: 7, skipped: 5 });
  assert.equal(outcomesOf({ skipped: 2 }).succeeded, null);
});

Deno.test("heat cells: a week has a cell for every hour, Monday first", () => {
  // the other counts are not sent
  const hours = [{ weekday: 7, hour: 23, counts: { failed: 2 } }] as TaskStatistics["hours"];
  const week = heatCells(hours);
  assert.equal(week.length, 7);
  assert.ok(week.every((day) => day.length === 24));
  assert.equal(week[6]?.[23]?.succeeded, 0);
  assert.equal(week[6]?.[23]?.volume, 1);
  assert.equal(week[0]?.[0]?.runs, 0);
  assert.equal(week[0]?.[0]?.volume, 0);
});
