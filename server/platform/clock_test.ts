import assert from "node:assert/strict";
import { TestClock } from "../../tests/support/test_clock.ts";
import { guardedClock } from "./clock.ts";

Deno.test("guarded clock: reports a timer that throws, and later timers still run", () => {
  const clock = new TestClock();
  const errors: unknown[] = [];
  const guarded = guardedClock(clock, (error) => errors.push(error));
  const results: number[] = [];
  const error = new Error("a timer failed");
  guarded.after(10, () => {
    throw error;
  });
  guarded.after(20, () => results.push(guarded.monotonic()));
  guarded.after(20, () => results.push(0)).cancel();
  const from = clock.monotonic();
  clock.advance(30);
  assert.deepEqual(errors, [error]);
  assert.deepEqual(results.map((at) => at - from), [20]);
});
