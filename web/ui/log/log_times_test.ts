import assert from "node:assert/strict";
import { timeOfLine } from "./log_times.ts";

const times = [{ size: 10, at: "a" }, { size: 25, at: "b" }, { size: 40, at: "c" }];

Deno.test("time of a line: the first time at which the log reached its end", () => {
  assert.deepEqual([4, 10, 11, 25, 40].map((end) => timeOfLine(times, end)), ["a", "a", "b", "b", "c"]);
});

Deno.test("time of a line: undefined for a line beyond all times", () => {
  assert.equal(timeOfLine(times, 41), undefined);
  assert.equal(timeOfLine([], 1), undefined);
});
