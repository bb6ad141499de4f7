import assert from "node:assert/strict";
import { assertScales } from "./assert_scales.ts";

const turn = (times: number) => {
  let sum = 0;
  for (let n = 0; n < times; n++) sum = (sum * 31 + n) % 1_000_003;
  assert.ok(sum >= 0);
};

Deno.test("scales: linear growth passes, quadratic growth fails", () => {
  assertScales((size) => turn(size * 1_000), 16_000);
  assert.throws(() => assertScales((size) => turn(size * size / 16), 16_000), /in one piece/);
});
