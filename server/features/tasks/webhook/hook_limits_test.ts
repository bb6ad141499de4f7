import assert from "node:assert/strict";
import { TestClock } from "../../../../tests/support/test_clock.ts";
import { HookLimits } from "./hook_limits.ts";

function count(times: number, admit: () => boolean): number {
  return Array.from({ length: times }, admit).filter(Boolean).length;
}

Deno.test("webhook limits: so many at once for each address, then some a second", () => {
  const clock = new TestClock();
  const limits = new HookLimits(clock);
  assert.equal(count(100, () => limits.admit("a", "192.0.2.1")), 60);
  assert.equal(count(1, () => limits.admit("b", "192.0.2.1")), 1);
  clock.advance(10_000);
  assert.equal(count(100, () => limits.admit("a", "192.0.2.1")), 20);
});

Deno.test("webhook limits: a network has a limit over all addresses; this machine has none", () => {
  const limits = new HookLimits(new TestClock());
  let key = 0;
  assert.equal(count(1000, () => limits.admit(String(key++), "192.0.2.1")), 600);
  assert.equal(count(1000, () => limits.admit(String(key++), "127.0.0.1")), 1000);
});

Deno.test("webhook limits: wrong signatures count more, also for what is signed as it should be", () => {
  const clock = new TestClock();
  const limits = new HookLimits(clock);
  for (let sent = 0; sent < 30; sent++) {
    assert.equal(limits.admit("known", "192.0.2.1"), true, String(sent));
    limits.countUnsigned("known", "192.0.2.1");
    limits.countUnsigned(`k${sent}`, "192.0.2.2");
  }
  assert.equal(limits.admit("known", "192.0.2.1"), false);
  // Neither other senders nor other webhooks are kept out.
  assert.equal(limits.admit("known", "198.51.100.1"), true);
  assert.equal(limits.admit("other", "192.0.2.1"), true);
  clock.advance(10_000);
  assert.equal(limits.admit("known", "192.0.2.1"), true);
});
