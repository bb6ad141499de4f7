import assert from "node:assert/strict";
import { movesTo } from "./recreate_deleted.ts";

const at = (id: number, position: number) => ({ id, position });

Deno.test("recreated variables: move back between their neighbors, together where they were adjacent", () => {
  const others = [at(1, 0), at(4, 3), at(6, 5)];
  assert.deepEqual(movesTo([at(12, 1), at(13, 2), at(15, 4), at(17, 6)], others), [
    { ids: [12, 13], before: 4 },
    { ids: [15], before: 6 },
    { ids: [17], before: null },
  ]);
  assert.deepEqual(movesTo([at(11, 0)], []), [{ ids: [11], before: null }]);
});
