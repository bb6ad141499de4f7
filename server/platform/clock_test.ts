import { AsyncLocalStorage } from "node:async_hooks";
import assert from "node:assert/strict";
import { TestClock } from "../../tests/support/test_clock.ts";
import { afterAbout, guardedClock, sleep, systemClock } from "./clock.ts";

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

Deno.test("sleep: ends after its delay, or as soon as its signal is aborted", async () => {
  const clock = new TestClock();
  const closing = new AbortController();
  const [slept, aborted] = [sleep(clock, 100), sleep(clock, 200, closing.signal)];
  clock.advance(100);
  await slept;
  assert.equal(clock.timers, 1);
  closing.abort();
  await aborted;
  assert.equal(clock.timers, 0);
  await sleep(clock, 100, closing.signal);
  assert.equal(clock.timers, 0);
});

Deno.test("sleep: leaves no listener behind", async () => {
  const listeners = new Set<unknown>();
  const signal = new AbortController().signal;
  signal.addEventListener = (_: string, listener: unknown) => void listeners.add(listener);
  signal.removeEventListener = (_: string, listener: unknown) => void listeners.delete(listener);
  const clock = new TestClock();
  const slept = sleep(clock, 100, signal);
  assert.equal(listeners.size, 1);
  clock.advance(100);
  await slept;
  assert.equal(listeners.size, 0);
});

Deno.test("afterAbout: what waits about as long is called at the same moment, and repeats at its own pace", () => {
  const clock = new TestClock();
  const start = clock.monotonic();
  const calls: [string, number][] = [];
  const repeat = (name: string, delayMs: number): void =>
    void afterAbout(clock, delayMs, () => {
      calls.push([name, clock.monotonic() - start]);
      repeat(name, delayMs);
    });
  clock.advance(70);
  repeat("two", 2_000);
  clock.advance(230);
  repeat("three", 3_000);
  clock.advance(8_700);
  assert.deepEqual(calls.filter(([name]) => name === "two").map(([, at]) => at), [
    2_000,
    4_000,
    6_000,
    8_000,
  ]);
  assert.deepEqual(calls.filter(([name]) => name === "three").map(([, at]) => at), [3_000, 6_000, 9_000]);
});

Deno.test("system clock: a timer acts outside of the request that set it", async () => {
  const requests = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  await requests.run("request", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    systemClock.after(1, () => {
      seen.push(requests.getStore());
      resolve();
    });
    await promise;
    seen.push(requests.getStore());
  });
  assert.deepEqual(seen, [undefined, "request"]);
});
