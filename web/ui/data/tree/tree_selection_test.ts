import assert from "node:assert/strict";
import { chooseAll, chooseOnly, chooseThrough, nothingChosen, togglePath } from "./tree_selection.ts";

const order = ["a", "b", "c", "d"];

Deno.test("tree selection: a range extends from its start in both directions", () => {
  const from = chooseOnly("b");
  const down = chooseThrough(from, order, "d");
  assert.deepEqual([...down.chosen], ["b", "c", "d"]);
  assert.deepEqual([...chooseThrough(down, order, "a").chosen], ["a", "b"]);
  assert.deepEqual([...chooseThrough(nothingChosen, order, "c").chosen], ["c"]);
  assert.deepEqual([...chooseThrough(chooseOnly("gone"), order, "c").chosen], ["c"]);
});

Deno.test("tree selection: toggling a path makes it the start of a range", () => {
  const two = togglePath(chooseOnly("a"), "c");
  assert.deepEqual([...two.chosen], ["a", "c"]);
  assert.deepEqual([...togglePath(two, "a").chosen], ["c"]);
  assert.deepEqual([...chooseThrough(two, order, "d").chosen], ["c", "d"]);
  assert.equal(chooseAll(nothingChosen, order).chosen.size, 4);
});
