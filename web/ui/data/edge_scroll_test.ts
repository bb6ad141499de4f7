import assert from "node:assert/strict";
import { edgeSpeed } from "./edge_scroll.ts";

Deno.test("edge scroll: the nearer to an edge the faster, away from both not at all", () => {
  const speeds = [90, 100, 128, 155, 156, 400, 644, 645, 672, 700, 900].map((y) =>
    edgeSpeed(y, { top: 100, bottom: 700 })
  );
  assert.deepEqual(speeds, [-18, -18, -9, -1, 0, 0, 0, 1, 9, 18, 18]);
});

Deno.test("edge scroll: a low frame keeps a middle in which nothing scrolls", () => {
  assert.deepEqual([0, 24, 25, 50, 75, 100].map((y) => edgeSpeed(y, { top: 0, bottom: 100 })), [
    ...[-18, -1, 0, 0, 0, 18],
  ]);
});
