import assert from "node:assert/strict";
import type { Run, RunState } from "../../../../server/contract/runs.ts";
import { barHeights, summarize } from "./outcomes.ts";

function run(state: RunState, durationMs: number | null): Run {
  // only these are looked at
  return { state, durationMs, finishedAt: state === "running" ? null : "2027-01-01T00:00:00.000Z" } as Run;
}

Deno.test("outcomes: active and skipped ones count neither way", () => {
  const runs = [
    run("running", null),
    run("succeeded", 300),
    run("failed", 100),
    run("skipped", null),
    run("succeeded", 200),
  ];
  assert.deepEqual(summarize(runs), { ended: 3, succeeded: 2 / 3, medianMs: 200 });
  assert.deepEqual(summarize([run("running", null)]), { ended: 0, succeeded: null, medianMs: null });
});

Deno.test("outcomes: bars are as high as the root of their duration", () => {
  assert.deepEqual(barHeights([run("succeeded", 400), run("failed", 100), run("skipped", null)]), [
    1,
    0.5,
    0,
  ]);
  assert.deepEqual(barHeights([]), []);
});
