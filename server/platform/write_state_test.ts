import assert from "node:assert/strict";
import { TestClock } from "../../tests/support/test_clock.ts";
import { WriteState } from "./write_state.ts";

Deno.test("write state: a problem rejects changes until it ends, and each change is published once", () => {
  const writes = new WriteState(new TestClock());
  let changes = 0;
  const stop = writes.onChange(() => changes++);
  writes.check({ essential: false });
  writes.begin("disk_full");
  writes.begin("disk_full");
  assert.deepEqual([writes.problem, changes], ["disk_full", 1]);
  assert.throws(() => writes.check({ essential: false }), { code: "storage_full" });
  writes.check({ essential: true });
  writes.end("disk_full");
  writes.end("disk_full");
  writes.check({ essential: false });
  assert.deepEqual([writes.problem, writes.readOnly, changes], [null, null, 2]);
  stop();
  writes.begin("disk_full");
  assert.equal(changes, 2);
});

Deno.test("write state: reports the more severe of two problems, and the other one after it ends", () => {
  const writes = new WriteState(new TestClock());
  writes.begin("inodes_full");
  writes.begin("disk_full");
  assert.equal(writes.problem, "disk_full");
  writes.end("disk_full");
  assert.equal(writes.problem, "inodes_full");
});
