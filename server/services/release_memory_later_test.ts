import assert from "node:assert/strict";
import { Bus } from "../engine/bus.ts";
import { releaseMemory } from "../platform/process/release_memory.ts";
import { TestClock } from "../../tests/support/test_clock.ts";
import { releaseMemoryLater } from "./release_memory_later.ts";

const at = "2026-03-04T05:06:07.000Z";

Deno.test("release memory: once after the start, once after runs that end together, and not at rest", () => {
  const clock = new TestClock();
  const bus = new Bus(() => assert.fail());
  let released = 0;
  const end = releaseMemoryLater({ bus, clock, release: () => void released++ });
  clock.advance(60_000);
  assert.equal(released, 1);
  assert.equal(clock.timers, 0);
  for (const id of [1, 2, 3]) bus.publish({ topic: "runs", type: "run:finished", id, version: 0, at });
  bus.publish({ topic: "tasks", type: "task:updated", id: 1, version: 0, at });
  clock.advance(60_000);
  assert.equal(released, 2);
  bus.publish({ topic: "runs", type: "run:finished", id: 4, version: 0, at });
  end();
  assert.equal(clock.timers, 0);
  bus.publish({ topic: "runs", type: "run:finished", id: 5, version: 0, at });
  assert.equal(clock.timers, 0);
});

Deno.test("release memory: returns what the C library keeps, and fails nowhere", () => {
  releaseMemory();
});
