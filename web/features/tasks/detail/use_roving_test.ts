import assert from "node:assert/strict";
import { moveBy } from "./use_roving.ts";

Deno.test("roving: arrow keys move within rows and between them, and stop at the edges", () => {
  const at = (active: number, key: string) => moveBy(key, { active, count: 168, columns: 24 });
  assert.equal(at(0, "ArrowRight"), 1);
  assert.equal(at(0, "ArrowLeft"), 0);
  assert.equal(at(0, "ArrowDown"), 24);
  assert.equal(at(30, "ArrowUp"), 6);
  assert.equal(at(30, "Home"), 24);
  assert.equal(at(30, "End"), 47);
  assert.equal(at(167, "ArrowDown"), 167);
  assert.equal(at(5, "x"), null);
});

Deno.test("roving: in a single row up and down move too", () => {
  assert.equal(moveBy("ArrowDown", { active: 3, count: 10, columns: 60 }), 4);
  assert.equal(moveBy("End", { active: 3, count: 10, columns: 60 }), 9);
});
