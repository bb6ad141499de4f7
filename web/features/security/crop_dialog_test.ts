import assert from "node:assert/strict";
import { firstFrame, moveFrame, zoomFrame } from "./crop_dialog.tsx";

const size = { width: 400, height: 200 };

Deno.test("crop: starts with the largest centered square", () => {
  assert.deepEqual(firstFrame(size), { x: 200, y: 100, side: 200 });
});

Deno.test("crop: stays within the picture, also when zooming out", () => {
  const first = firstFrame(size);
  assert.deepEqual(moveFrame(first, size, { x: 500, y: 50 }), { x: 300, y: 100, side: 200 });
  const near = zoomFrame(first, size, 4);
  const corner = moveFrame(near, size, { x: -1000, y: -1000 });
  assert.deepEqual(corner, { x: 25, y: 25, side: 50 });
  assert.deepEqual(zoomFrame(corner, size, 1), { x: 100, y: 100, side: 200 });
});
