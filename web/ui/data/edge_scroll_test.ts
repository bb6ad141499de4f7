import assert from "node:assert/strict";
import { edgeSpeed } from "./edge_scroll.ts";

Deno.test("edge scroll: speeds up towards an edge and stops away from both", () => {
  const speeds = [90, 100, 128, 155, 156, 400, 644, 645, 672, 700, 900].map((y) =>
    edgeSpeed(y, { top: 100, bottom: 700 })
  );
  assert.deepEqual(speeds, [-18, -18, -9, -1, 0, 0, 0, 1, 9, 18, 18]);
});

Deno.test("edge scroll: a short container keeps a middle zone that does not scroll", () => {
  assert.deepEqual([0, 24, 25, 50, 75, 100].map((y) => edgeSpeed(y, { top: 0, bottom: 100 })), [
    ...[-18, -1, 0, 0, 0, 18],
  ]);
});
