import assert from "node:assert/strict";
import { nowOf, timeLabelSpace, timeStepsHours } from "./chart_options.ts";

Deno.test("overview chart: two weeks have dates on a phone too", () => {
  const narrowestPlot = 262; // pixels, in a window of 390
  const steps = timeStepsHours.filter((hours) => 14 * 24 / hours * timeLabelSpace <= narrowestPlot);
  assert.ok(steps.length > 0);
});

Deno.test("overview chart: now is in the middle of the current bar", () => {
  const bars = [0, 100, 200].map((at) => ({
    ...{ at, hours: 1, succeeded: 0, failed: 0, other: 0, planned: 0, loadMs: 0 },
  }));
  assert.deepEqual([100, 199, 200].map((now) => nowOf({ bars, barMs: 100 }, now)), [150, 150, 250]);
  assert.equal(nowOf({ bars, barMs: 100 }, 300), 300);
});
