import assert from "node:assert/strict";
import { moveToTime, spreadSchedules } from "./spread.ts";

const at = (hours: number, minutes: number, seconds = 0) => hours * 3_600 + minutes * 60 + seconds;

const moved: [rule: string, second: number, result: string | null][] = [
  ["0 3 * * *", at(4, 10), "10 4 * * *"],
  ["  5   3 1,15 * MON-FRI ", at(0, 0), "0 0 1,15 * MON-FRI"],
  ["0 0 3 * * 1#1", at(3, 2), "2 3 * * 1#1"],
  ["30 0 3 * * *", at(3, 2, 15), "15 2 3 * * *"],
  ["H 3 * * *", at(3, 4), "4 3 * * *"],
  ["H(0-29) h * * *", at(3, 4), "4 3 * * *"],
  ["@daily", at(23, 59), "59 23 * * *"],
  ["@weekly", at(3, 0), "0 3 * * 0"],
  ["@weekdays", at(3, 0, 30), "30 0 3 * * 1-5"],
  ["*/5 3 * * *", 0, null],
  ["0 3,15 * * *", 0, null],
  ["0 * * * *", 0, null],
  ["@hourly", 0, null],
  ["@every 1h", 0, null],
  ["@nothing", 0, null],
  ["0 3", 0, null],
  ["", 0, null],
];

Deno.test("spread: a rule with one time of day is moved and keeps its days", () => {
  for (const [rule, second, result] of moved) assert.equal(moveToTime(rule, second), result, rule);
});

Deno.test("spread: tasks follow each other at the distance, up to midnight", () => {
  const to = { from: "23:58", everyMs: 45_000 };
  assert.deepEqual(
    [0, 1, 2].map((position) => spreadSchedules(["0 3 * * 1"], position, to)),
    [["58 23 * * 1"], ["45 58 23 * * 1"], ["30 59 23 * * 1"]],
  );
  assert.throws(() => spreadSchedules(["0 3 * * 1"], 3, to), { code: "spread_past_midnight" });
  for (const schedules of ["manual" as const, ["0 3 * * *", "0 4 * * *"], ["* * * * *"]]) {
    assert.throws(() => spreadSchedules(schedules, 0, to), { code: "schedule_not_daily" });
  }
});
