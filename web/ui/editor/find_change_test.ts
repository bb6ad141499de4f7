import assert from "node:assert/strict";
import fc from "fast-check";
import { findChange } from "./find_change.ts";

Deno.test("change: the same text needs none", () => assert.equal(findChange("abc", "abc"), null));

Deno.test("change: only what differs is replaced", () => {
  assert.deepEqual(findChange("one two three", "one 2 three"), { from: 4, to: 7, insert: "2" });
  assert.deepEqual(findChange("aaa", "aa"), { from: 2, to: 3, insert: "" });
});

Deno.test("change: it makes the one text of the other", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 12 });
  fc.assert(fc.property(text, text, (before, after) => {
    const change = findChange(before, after) ?? { from: 0, to: 0, insert: "" };
    assert.equal(before.slice(0, change.from) + change.insert + before.slice(change.to), after);
  }));
});
