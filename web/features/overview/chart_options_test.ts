import assert from "node:assert/strict";
import { timeLabelSpace, timeStepsHours } from "./chart_options.ts";

Deno.test("overview chart: two weeks have dates on a phone too", () => {
  const narrowestPlot = 262; // pixels, in a window of 390
  const steps = timeStepsHours.filter((hours) => 14 * 24 / hours * timeLabelSpace <= narrowestPlot);
  assert.ok(steps.length > 0);
});
