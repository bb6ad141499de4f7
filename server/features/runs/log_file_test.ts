import assert from "node:assert/strict";
import { positionIn, readEventId } from "./log_file.ts";

const shape = { size: 500, generation: 1, gap: null, moved: { start: 100, from: 900, to: 130 } };

const positions: [string, number, number, number][] = [
  ["before the removed range stays", 0, 40, 40],
  ["at its start maps to the marker", 0, 100, 100],
  ["inside it maps to the marker", 0, 899, 100],
  ["at its end is after the marker", 0, 900, 130],
  ["behind it shifts", 0, 950, 180],
  ["of the current generation stays", 1, 950, 950],
];
for (const [name, generation, offset, expected] of positions) {
  Deno.test(`log position: one ${name}`, () => {
    assert.deepEqual(positionIn(shape, { offset, generation }), { offset: expected, generation: 1 });
  });
}

Deno.test("log position: parsed from the last event id of a reader that reconnects", () => {
  assert.deepEqual(readEventId("42"), { offset: 42, generation: 0 });
  assert.deepEqual(readEventId("1-42"), { offset: 42, generation: 1 });
  for (const wrong of [null, "", "-1", "x", "1-", "1-2-3", "1e3", " 1"]) {
    assert.equal(readEventId(wrong), null);
  }
});
