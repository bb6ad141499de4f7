import assert from "node:assert/strict";
import fc from "fast-check";
import { findChange } from "./text_editor.ts";

Deno.test("change: equal texts need none", () => assert.equal(findChange("abc", "abc"), null));

Deno.test("change: replaces only the part that differs", () => {
  assert.deepEqual(findChange("one two three", "one 2 three"), { from: 4, to: 7, insert: "2" });
  assert.deepEqual(findChange("aaa", "aa"), { from: 2, to: 3, insert: "" });
});

Deno.test("change: applying it to the first text gives the second", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 12 });
  fc.assert(fc.property(text, text, (before, after) => {
    const change = findChange(before, after) ?? { from: 0, to: 0, insert: "" };
    assert.equal(before.slice(0, change.from) + change.insert + before.slice(change.to), after);
  }));
});
