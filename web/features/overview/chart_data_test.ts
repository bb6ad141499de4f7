import assert from "node:assert/strict";
import { chartHours, HOUR_MS, joinHours, slotsInUse, sparkPath, stackHours } from "./chart_data.ts";

const at = (hour: number) => new Date(Date.UTC(2027, 0, 1, hour)).toISOString();
const none = { succeeded: 0, failed: 0, other: 0 };

Deno.test("overview chart: the current hour joins what ran and what is planned", () => {
  const hours = chartHours({
    past: [{ at: at(8), ...none, succeeded: 3 }, { at: at(9), ...none, failed: 1 }],
    upcomingLoad: [{ at: at(9), runs: 2, loadMs: 500 }, { at: at(10), runs: 4, loadMs: 0 }],
  });
  assert.deepEqual(hours.map((hour) => [new Date(hour.at).toISOString(), hour.failed, hour.planned]), [
    [at(8), 0, 0],
    [at(9), 1, 2],
    [at(10), 0, 4],
  ]);
  assert.equal(hours[1]?.loadMs, 500);
});

Deno.test("overview chart: 24 past and 24 planned hours make 47, oldest first", () => {
  const hours = chartHours({
    past: Array.from({ length: 24 }, (_, hour) => ({ at: at(hour), ...none })),
    upcomingLoad: Array.from({ length: 24 }, (_, hour) => ({ at: at(23 + hour), runs: 0, loadMs: 0 })),
  });
  assert.equal(hours.length, 47);
  assert.deepEqual(hours, hours.toSorted((one, next) => one.at - next.at));
});

Deno.test("overview chart: parts are stacked from failures up; a missing part has no edge", () => {
  const hour = { at: 0, hours: 1, succeeded: 6, failed: 2, other: 0, planned: 4, loadMs: 0 };
  assert.deepEqual(stackHours([hour]), { failed: [2], succeeded: [8], other: [null], planned: [12] });
});

Deno.test("overview chart: one failure among hundreds of runs stays visible", () => {
  const hour = { at: 0, hours: 1, succeeded: 999, failed: 1, other: 0, planned: 0, loadMs: 0 };
  const { failed, succeeded } = stackHours([hour]);
  assert.deepEqual([failed, succeeded], [[20], [1019]]);
});

Deno.test("overview chart: hours without runs have no bars", () => {
  const hour = { at: 0, hours: 1, ...none, planned: 0, loadMs: 0 };
  assert.deepEqual(stackHours([hour]), { failed: [null], succeeded: [null], other: [null], planned: [null] });
  assert.equal(sparkPath([0, 0]), "");
});

Deno.test("overview sparkline: bars are relative to the largest value, the smallest stays visible", () => {
  assert.equal(sparkPath([0, 100, 1]), "M1.15 1v-1h0.7v1zM2.15 1v-0.12h0.7v0.12z");
});

Deno.test("overview chart: six hours become one bar, beginning at midnight", () => {
  const midnight = new Date(2027, 0, 1).getTime();
  const hours = Array.from({ length: 14 }, (_, hour) => ({
    at: midnight + (hour + 4) * HOUR_MS,
    hours: 1,
    ...{ succeeded: 1, failed: 0, other: 2, planned: hour, loadMs: 10 },
  }));
  assert.deepEqual(
    joinHours(hours).map(({ at, succeeded, planned, loadMs }) => [
      (at - midnight) / HOUR_MS,
      succeeded,
      planned,
      loadMs,
    ]),
    [[0, 2, 1, 20], [6, 6, 27, 60], [12, 6, 63, 60]],
  );
});

Deno.test("overview chart: the expected slots in use begin after the current bar", () => {
  const bar = (at: number, hours: number, loadMs: number) => ({
    at: at * HOUR_MS,
    hours,
    ...none,
    planned: 1,
    loadMs,
  });
  const bars = [bar(0, 6, 0), bar(6, 6, 1), bar(12, 6, 3 * HOUR_MS), bar(18, 1, 2 * HOUR_MS)];
  assert.deepEqual(slotsInUse(bars, 7 * HOUR_MS), [null, null, 0.5, 2]);
});
