import assert from "node:assert/strict";
import { reorder } from "./use_views.ts";

const items = [1, 2, 3, 4, 5].map((id) => ({ id }));

Deno.test("views: visible ones are reordered, hidden ones keep their positions", () => {
  assert.deepEqual(reorder(items, [5, 1, 3]).map(({ id }) => id), [5, 2, 1, 4, 3]);
});

Deno.test("views: an unknown id moves nothing", () => {
  assert.deepEqual(reorder(items, [9, 2, 1]).map(({ id }) => id), [2, 1, 3, 4, 5]);
});
