import assert from "node:assert/strict";
import { lastStarted, readUnfinished } from "./read_unfinished.ts";

const output = `running 3 tests from ./tests/e2e/views_test.ts
views: a tab is deleted ... ok (5s)
views: a tab is renamed ... FAILED (2s)
views: organizing many tasks ...
  a reload restores them ... ok (1m3s)
  one key jumps to the last row ...'views: organizing many tasks' has been running for over (1m0s)
`;

Deno.test("unfinished tests: what ended is counted, and what was cut off is named", () => {
  assert.deepEqual(readUnfinished(output), { passed: 2, failed: 1, skipped: 0, unfinished: 1, unstable: 0 });
  assert.equal(lastStarted(output), "one key jumps to the last row");
});
