import assert from "node:assert/strict";
import { emptySelection, selectAll, selectOnly, selectRange, togglePath } from "./use_tree.ts";

const order = ["a", "b", "c", "d"];

Deno.test("tree selection: a range extends from its start in both directions", () => {
  const from = selectOnly("b");
  const down = selectRange(from, order, "d");
  assert.deepEqual([...down.selected], ["b", "c", "d"]);
  assert.deepEqual([...selectRange(down, order, "a").selected], ["a", "b"]);
  assert.deepEqual([...selectRange(emptySelection, order, "c").selected], ["c"]);
  assert.deepEqual([...selectRange(selectOnly("gone"), order, "c").selected], ["c"]);
});

Deno.test("tree selection: toggling a path makes it the start of a range", () => {
  const two = togglePath(selectOnly("a"), "c");
  assert.deepEqual([...two.selected], ["a", "c"]);
  assert.deepEqual([...togglePath(two, "a").selected], ["c"]);
  assert.deepEqual([...selectRange(two, order, "d").selected], ["c", "d"]);
  assert.equal(selectAll(emptySelection, order).selected.size, 4);
});
