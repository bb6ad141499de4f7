import assert from "node:assert/strict";
import { texts as en } from "../../../messages/en/texts.ts";
import { texts as zh } from "../../../messages/zh/texts.ts";
import { durationAxis, heightOf } from "./duration_axis.ts";

Deno.test("duration axis: ends above the longest run, at a round duration", () => {
  assert.equal(durationAxis([3, 740]).top, 1000);
  assert.equal(durationAxis([61_000]).top, 120_000);
  assert.equal(durationAxis([]).top, 100);
});

Deno.test("duration axis: its ticks are few, spaced, and include the maximum", () => {
  const { top, ticks } = durationAxis([9000]);
  assert.deepEqual([top, ticks], [10_000, [500, 2000, 5000, 10_000]]);
  const heights = ticks.map((tick) => heightOf(tick, top));
  assert.ok(heights.every((height, index) => height - (heights[index - 1] ?? 0) >= 0.22));
  assert.equal(heights.at(-1), 1);
});

Deno.test("duration axis: heights grow by the square root and stay within the chart", () => {
  assert.equal(heightOf(250, 1000), 0.5);
  assert.equal(heightOf(-3, 1000), 0);
  assert.equal(heightOf(5000, 1000), 1);
});

Deno.test("duration axis: the chart says in both languages that it is compressed towards its top", () => {
  assert.ok(heightOf(500, 1000) - heightOf(0, 1000) > heightOf(1000, 1000) - heightOf(500, 1000));
  assert.match(en.statistics.trendHelp, /compressed towards its top/);
  assert.match(zh.statistics.trendHelp, /越往上越压缩/);
});
