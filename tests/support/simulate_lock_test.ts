import assert from "node:assert/strict";
import { simulate } from "./simulate_lock.ts";

const costs = { decideMs: 1, claimMs: 1, endMs: 2, seconds: 100 };

Deno.test("simulated lock: it is held for the sum of the steps, and runs hardly wait below its limit", () => {
  const { held, p99Ms } = simulate({ ...costs, runsPerSecond: 100 });
  assert.ok(Math.abs(held - 0.4) < 0.01, String(held));
  assert.ok(p99Ms < 20, String(p99Ms));
});

Deno.test("simulated lock: above its limit, the wait grows with the duration", () => {
  const wait = (seconds: number) => simulate({ ...costs, seconds, runsPerSecond: 500 }).p99Ms;
  assert.ok(simulate({ ...costs, runsPerSecond: 500 }).held > 0.99);
  assert.ok(wait(100) > 1.8 * wait(50));
});
