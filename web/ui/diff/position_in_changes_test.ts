import assert from "node:assert/strict";
import { positionAt, stepFrom } from "./position_in_changes.ts";

const changes = [{ fromB: 10, toB: 20 }, { fromB: 40, toB: 40 }, { fromB: 60, toB: 71 }];

Deno.test("changes: a position is inside one change or in none", () => {
  assert.deepEqual([9, 10, 19, 20, 40, 41, 70].map((head) => positionAt(changes, head).at), [
    null,
    0,
    0,
    null,
    1,
    null,
    2,
  ]);
});

Deno.test("changes: stepping moves to the next or previous change and wraps around", () => {
  assert.deepEqual([0, 15, 30, 40, 65, 90].map((head) => stepFrom(changes, head, 1)), [0, 1, 1, 2, 0, 0]);
  assert.deepEqual([0, 15, 30, 40, 65, 90].map((head) => stepFrom(changes, head, -1)), [2, 2, 0, 0, 1, 2]);
  assert.equal(stepFrom([], 5, 1), null);
});
