import assert from "node:assert/strict";
import { moveItem } from "./move_item.ts";

Deno.test("order: an item moves among the others, at most to an end", () => {
  assert.deepEqual(moveItem([1, 2, 3, 4], 2, 3), [1, 3, 4, 2]);
  assert.deepEqual(moveItem([1, 2, 3, 4], 4, 0), [4, 1, 2, 3]);
  assert.deepEqual(moveItem([1, 2, 3], 2, 99), [1, 3, 2]);
  assert.deepEqual(moveItem([1, 2, 3], 2, -5), [2, 1, 3]);
});

Deno.test("order: what does not move leaves the list as it is", () => {
  const ids = [1, 2, 3];
  assert.equal(moveItem(ids, 1, -1), ids);
  assert.equal(moveItem(ids, 9, 0), ids);
});
