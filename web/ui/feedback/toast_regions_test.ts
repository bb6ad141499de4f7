import assert from "node:assert/strict";
import { afterSeen } from "./toast_regions.tsx";

function scene() {
  const waiting: (() => void)[] = [];
  const seen = { hidden: false, actions: 0 };
  const stop = afterSeen(1000, () => seen.actions++, {
    isHidden: () => seen.hidden,
    delay(ms, run) {
      assert.equal(ms, 250);
      waiting.push(run);
      return () => void waiting.splice(waiting.indexOf(run), 1);
    },
  });
  const pass = (slices: number) => {
    for (let slice = 0; slice < slices; slice++) (waiting.shift() ?? assert.fail("nothing waits"))();
  };
  return { seen, stop, pass, waiting };
}

Deno.test("seen time: runs the action once after the requested time", () => {
  const { seen, pass, waiting } = scene();
  pass(3);
  assert.equal(seen.actions, 0);
  pass(1);
  assert.deepEqual([seen.actions, waiting.length], [1, 0]);
});

Deno.test("seen time: does not count while the page is hidden", () => {
  const { seen, pass } = scene();
  pass(3);
  seen.hidden = true;
  pass(100);
  assert.equal(seen.actions, 0);
  seen.hidden = false;
  pass(1);
  assert.equal(seen.actions, 1);
});

Deno.test("seen time: cancelling leaves no pending timer", () => {
  const { stop, pass, waiting } = scene();
  pass(2);
  stop();
  assert.equal(waiting.length, 0);
});
