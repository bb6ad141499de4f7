import assert from "node:assert/strict";
import { TestClock } from "../../tests/support/test_clock.ts";
import { AfterRunEnds, type AfterRunEndsOptions } from "./after_run_ends.ts";
import { Bus } from "./bus.ts";

const rethrow = (error: unknown) => {
  throw error;
};

function open(options: Partial<AfterRunEndsOptions> & Pick<AfterRunEndsOptions, "work">) {
  const clock = new TestClock();
  const bus = new Bus(rethrow);
  const duty = new AfterRunEnds({ clock, bus, gatherMs: 100, failed: rethrow, ...options });
  const end = (type: "run:finished" | "run:skipped") =>
    bus.publish({ topic: "runs", type, id: 1, version: 0, at: "" });
  const pass = async (ms: number) => {
    await clock.advance(ms);
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  return { duty, end, pass, clock };
}

Deno.test("after run ends: works at the start, soon after events, once a minute, and not after the end", async () => {
  let done = 0;
  const { duty, end, pass } = open({ work: () => Promise.resolve(void done++) });
  await duty.begin();
  await pass(0);
  assert.equal(done, 1);
  end("run:finished");
  end("run:skipped");
  await pass(99);
  assert.equal(done, 1);
  await pass(1);
  assert.equal(done, 2);
  await pass(60_000);
  assert.equal(done, 3);
  await duty.end();
  end("run:finished");
  await pass(120_000);
  assert.equal(done, 3);
});

Deno.test("after run ends: an event while it works is not put off until the next minute", async () => {
  const works: (() => void)[] = [];
  const { duty, end, pass } = open({ work: () => new Promise<void>((resolve) => works.push(resolve)) });
  await duty.begin();
  await pass(0);
  end("run:finished");
  await pass(500);
  assert.equal(works.length, 1);
  works[0]!();
  await pass(0);
  await pass(100);
  assert.equal(works.length, 2);
  works[1]!();
  await duty.end();
});

Deno.test("after run ends: a failure is reported once and tried again a minute later, whatever is due", async () => {
  let failures = 0;
  const { duty, pass, clock } = open({
    work: () => Promise.reject(new Error("full disk")),
    nextAt: () => Promise.resolve(clock.now()),
    failed: () => void failures++,
  });
  await duty.begin();
  await pass(0);
  await pass(59_000);
  assert.equal(failures, 1);
  await pass(1_000);
  assert.equal(failures, 2);
  await duty.end();
});

Deno.test("after run ends: works when something is due", async () => {
  let done = 0;
  const { duty, pass, clock } = open({
    work: () => Promise.resolve(void done++),
    nextAt: () => Promise.resolve(done === 1 ? clock.now() + 5_000 : null),
  });
  await duty.begin();
  await pass(0);
  await pass(4_999);
  assert.equal(done, 1);
  await pass(1);
  assert.equal(done, 2);
  await duty.end();
});

Deno.test("after run ends: events that never cease put nothing off", async () => {
  let done = 0;
  const { duty, end, pass } = open({ work: () => Promise.resolve(void done++) });
  await duty.begin();
  await pass(0);
  for (let ms = 0; ms < 1_000; ms += 50) {
    end("run:finished");
    await pass(50);
  }
  // Once for all events of 100 ms each, from the first of them.
  assert.equal(done, 11);
  await duty.end();
});
