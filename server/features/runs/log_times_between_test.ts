import assert from "node:assert/strict";
import { timesBetween } from "./log_times_between.ts";

const times = Array.from({ length: 10 }, (_, n) => ({ at: n * 1000, size: (n + 1) * 100 }));
const sizes = (range: { from: number; to?: number }, all = times) =>
  timesBetween(all, range).map(({ size }) => size);

Deno.test("log times: returns those of a range, including the one that covers its end", () => {
  assert.deepEqual(sizes({ from: 0, to: 100 }), [100]);
  assert.deepEqual(sizes({ from: 99, to: 101 }), [100, 200]);
  assert.deepEqual(sizes({ from: 100, to: 250 }), [200, 300]);
  assert.deepEqual(sizes({ from: 950 }), [1000]);
  assert.deepEqual(sizes({ from: 1000 }), []);
  assert.deepEqual(sizes({ from: 0 }, []), []);
  assert.deepEqual(timesBetween(times, { from: 0, to: 1 }), [{ size: 100, at: "1970-01-01T00:00:00.000Z" }]);
});

Deno.test("log times: thins out too many evenly and keeps the last", () => {
  const many = Array.from({ length: 16_384 }, (_, n) => ({ at: n, size: n + 1 }));
  const some = sizes({ from: 0 }, many);
  assert.ok(some.length <= 2000 && some.length > 1500);
  assert.equal(some.at(-1), 16_384);
});
