import assert from "node:assert/strict";
import { addValues, optionsLike } from "./chips_field.tsx";

Deno.test("chips: adds several values at once without duplicates", () => {
  assert.deepEqual(addValues(["a"], " b, a，每日\n b ", { commas: true }), ["a", "b", "每日"]);
});

Deno.test("chips: a comma is part of the value when it is not a separator", () => {
  assert.deepEqual(addValues([], " 0,30 * * * * "), ["0,30 * * * *"]);
});

Deno.test("chips: returns the same list when nothing is new", () => {
  const values = ["a"];
  assert.equal(addValues(values, " a , ,", { commas: true }), values);
  assert.equal(addValues(values, "  "), values);
});

Deno.test("chips: finds options by label or value, except the selected ones", () => {
  const options = [{ value: "timed_out", label: "Timed out" }, { value: "failed", label: "失败" }, {
    value: "x",
  }];
  assert.deepEqual(optionsLike(options, [], "FAIL").map(({ value }) => value), ["failed"]);
  assert.deepEqual(optionsLike(options, ["x"], " ").map(({ value }) => value), ["timed_out", "failed"]);
});
