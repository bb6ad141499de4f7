import assert from "node:assert/strict";
import { firstFrame, moveFrame, zoomFrame } from "./crop_frame.ts";

const size = { width: 400, height: 200 };

Deno.test("crop: at first the largest square in the middle is shown", () => {
  assert.deepEqual(firstFrame(size), { x: 200, y: 100, side: 200 });
});

Deno.test("crop: it moves no further than the picture goes, also when one steps back from near", () => {
  const first = firstFrame(size);
  assert.deepEqual(moveFrame(first, size, { x: 500, y: 50 }), { x: 300, y: 100, side: 200 });
  const near = zoomFrame(first, size, 4);
  const corner = moveFrame(near, size, { x: -1000, y: -1000 });
  assert.deepEqual(corner, { x: 25, y: 25, side: 50 });
  assert.deepEqual(zoomFrame(corner, size, 1), { x: 100, y: 100, side: 200 });
});
