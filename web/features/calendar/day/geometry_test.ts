import assert from "node:assert/strict";
import type { TimelineBar } from "../../../../server/contract/timeline.ts";
import { neededPeriod, shapeOf, ticksOf } from "./geometry.ts";

const HOUR_MS = 3_600_000;
const day = { from: 0, to: 24 * HOUR_MS };
const iso = (hour: number) => new Date(hour * HOUR_MS).toISOString();
const bar = (
  hours: { at: number; started?: number; finished?: number },
  more: Partial<TimelineBar> = {},
): TimelineBar => ({
  ...{
    taskId: 1,
    name: "t",
    at: iso(hours.at),
    until: iso(hours.at),
    runId: 1,
    state: "succeeded",
    counts: null,
  },
  startedAt: hours.started === undefined ? null : iso(hours.started),
  finishedAt: hours.finished === undefined ? null : iso(hours.finished),
  ...more,
});

Deno.test("timeline: a run is drawn from its start to its end, its wait before", () => {
  assert.deepEqual(shapeOf(bar({ at: 6, started: 12, finished: 18 }), day, 0), {
    ...{ waiting: { from: 0.25, to: 0.5 }, running: { from: 0.5, to: 0.75 }, mark: null },
  });
  assert.equal(shapeOf(bar({ at: 6, started: 6 + 0.5 / 3600, finished: 7 }), day, 0).waiting, null);
});

Deno.test("timeline: what goes beyond the day is cut off", () => {
  assert.deepEqual(shapeOf(bar({ at: -2, started: -1, finished: 6 }), day, 0), {
    ...{ waiting: null, running: { from: 0, to: 0.25 }, mark: null },
  });
  assert.deepEqual(shapeOf(bar({ at: 18, started: 18, finished: 30 }), day, 0).running, {
    from: 0.75,
    to: 1,
  });
  assert.equal(shapeOf(bar({ at: 25 }, { runId: null, state: null }), day, 0).mark, null);
});

Deno.test("timeline: what has not ended is drawn until now", () => {
  const now = 12 * HOUR_MS;
  assert.deepEqual(shapeOf(bar({ at: 6, started: 6 }, { state: "running" }), day, now).running, {
    from: 0.25,
    to: 0.5,
  });
  assert.deepEqual(shapeOf(bar({ at: 6 }, { state: "queued" }), day, now).waiting, { from: 0.25, to: 0.5 });
});

Deno.test("timeline: times to come, and those at which nothing started, have a mark", () => {
  assert.equal(shapeOf(bar({ at: 18 }, { runId: null, state: null }), day, 0).mark, 0.75);
  assert.equal(shapeOf(bar({ at: 18 }, { state: "queued" }), day, 12 * HOUR_MS).mark, 0.75);
  assert.equal(shapeOf(bar({ at: 6, finished: 6 }, { state: "skipped" }), day, 12 * HOUR_MS).mark, 0.25);
});

Deno.test("timeline: a view needs whole multiples of the zoom", () => {
  const view = { from: 0.3, to: 0.55 };
  assert.deepEqual(neededPeriod(day, view, 6 * HOUR_MS), { from: 6 * HOUR_MS, to: 18 * HOUR_MS });
  assert.deepEqual(neededPeriod(day, { from: 0, to: 1 }, 24 * HOUR_MS), day);
  assert.deepEqual(neededPeriod(day, { from: 0, to: 0 }, HOUR_MS), { from: 0, to: HOUR_MS });
  // A day with a change of the clock.
  const long = { from: 0, to: 25 * HOUR_MS };
  assert.deepEqual(neededPeriod(long, { from: 0, to: 1 }, 24 * HOUR_MS), long);
  assert.equal(ticksOf(long, "24").length, 13);
});
