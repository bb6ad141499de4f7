import assert from "node:assert/strict";
import { addValues, optionsLike } from "./chip_values.ts";

Deno.test("chips: several are added at once, each only once", () => {
  assert.deepEqual(addValues(["a"], " b, a，每日\n b ", { commas: true }), ["a", "b", "每日"]);
});

Deno.test("chips: a comma is part of the value where it does not divide", () => {
  assert.deepEqual(addValues([], " 0,30 * * * * "), ["0,30 * * * *"]);
});

Deno.test("chips: nothing new leaves the list as it is", () => {
  const values = ["a"];
  assert.equal(addValues(values, " a , ,", { commas: true }), values);
  assert.equal(addValues(values, "  "), values);
});

Deno.test("chips: options are found by label or value, without those that are chosen", () => {
  const options = [{ value: "timed_out", label: "Timed out" }, { value: "failed", label: "失败" }, {
    value: "x",
  }];
  assert.deepEqual(optionsLike(options, [], "FAIL").map(({ value }) => value), ["failed"]);
  assert.deepEqual(optionsLike(options, ["x"], " ").map(({ value }) => value), ["timed_out", "failed"]);
});
