import fc from "fast-check";
import assert from "node:assert/strict";
import { moveBetween, moveItem } from "./move_item.ts";

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

Deno.test("move between: the returned move leads from one order to the other", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 8 }),
      fc.nat(),
      fc.nat(),
      (ids, from, to) => {
        const after = moveItem(ids, ids[from % ids.length]!, to % ids.length);
        const move = moveBetween(ids, after);
        if (move === null) return assert.deepEqual(after, ids);
        const others = ids.filter((id) => id !== move.ids[0]);
        const index = move.before === null ? others.length : others.indexOf(move.before);
        assert.deepEqual(others.toSpliced(index, 0, move.ids[0]), after);
      },
    ),
  );
});
