import assert from "node:assert/strict";
import fc from "fast-check";
import { moveItem } from "../../../ui/data/move_item.ts";
import { moveBetween } from "./move_between.ts";

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
