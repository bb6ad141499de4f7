import assert from "node:assert/strict";
import { moveItem } from "./move_item.ts";

Deno.test("move item: moves an item, at most to an end", () => {
  assert.deepEqual(moveItem([1, 2, 3, 4], 2, 3), [1, 3, 4, 2]);
  assert.deepEqual(moveItem([1, 2, 3, 4], 4, 0), [4, 1, 2, 3]);
  assert.deepEqual(moveItem([1, 2, 3], 2, 99), [1, 3, 2]);
  assert.deepEqual(moveItem([1, 2, 3], 2, -5), [2, 1, 3]);
});

Deno.test("move item: returns the same list when nothing moves", () => {
  const ids = [1, 2, 3];
  assert.equal(moveItem(ids, 1, -1), ids);
  assert.equal(moveItem(ids, 9, 0), ids);
});
