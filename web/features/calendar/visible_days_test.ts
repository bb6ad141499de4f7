import assert from "node:assert/strict";
import {
  type Band,
  bandsIn,
  byDay,
  byHour,
  daysOf,
  largestOf,
  periodOf,
  startOf,
  timelinePeriod,
} from "./visible_days.ts";

const counts = { due: 0, succeeded: 1, failed: 2, skipped: 0, running: 0 };

Deno.test("calendar: a month has six weeks, a week seven days", () => {
  const month = daysOf("month", "2026-11-29", 1);
  assert.deepEqual([month.length, month[0], month.at(-1)], [42, "2026-10-26", "2026-12-06"]);
  assert.deepEqual(daysOf("week", "2026-11-29", 7).slice(0, 2), ["2026-11-29", "2026-11-30"]);
  assert.deepEqual(daysOf("day", "2026-11-29", 1), ["2026-11-29"]);
});

Deno.test("calendar: days begin as the clock of the zone says", () => {
  assert.equal(startOf("2026-11-29", "Asia/Kolkata"), Date.parse("2026-11-28T18:30:00Z"));
  // The clock is put back on this day.
  const { from, to } = periodOf(["2026-10-25"], "Europe/Berlin");
  assert.equal(to - from, 25 * 3_600_000);
});

Deno.test("calendar: a night is from noon to noon", () => {
  const { from, to } = timelinePeriod("night", "2026-10-24", "Europe/Berlin");
  assert.deepEqual([new Date(from).toISOString().slice(0, 13), new Date(to).toISOString().slice(0, 13)], [
    ...["2026-10-24T10", "2026-10-25T11"],
  ]);
  assert.deepEqual(timelinePeriod("day", "2026-10-25", "UTC"), periodOf(["2026-10-25"], "UTC"));
  assert.deepEqual(daysOf("night", "2026-10-31", 1), ["2026-10-31", "2026-11-01"]);
});

Deno.test("calendar: counts are found by local day and hour", () => {
  const items = [{ at: "2026-11-28T18:30:00.000Z", ...counts }];
  assert.deepEqual([...byDay(items, "Asia/Kolkata").keys()], ["2026-11-29"]);
  assert.deepEqual([...byHour(items, "Asia/Kolkata").keys()], ["2026-11-29T00"]);
  assert.equal(largestOf(items), 3);
  assert.equal(largestOf([]), 1);
});

Deno.test("calendar: a window belongs to each day on which it is open", () => {
  const band = (id: number, from: string, to: string): Band => ({ id, name: "w", effect: "hold", from, to });
  const bands = [
    band(1, "2026-11-28T22:00:00.000Z", "2026-11-29T00:00:00.000Z"),
    band(2, "2026-11-29T01:00:00.000Z", "2026-11-29T02:00:00.000Z"),
    band(2, "2026-11-29T13:00:00.000Z", "2026-11-29T14:00:00.000Z"),
    band(3, "2026-11-30T00:00:00.000Z", "2026-11-30T01:00:00.000Z"),
  ];
  assert.deepEqual(bandsIn(bands, periodOf(["2026-11-29"], "UTC")).map(({ id }) => id), [2]);
  assert.deepEqual(bandsIn(bands, periodOf(["2026-11-28"], "UTC")).map(({ id }) => id), [1]);
});
