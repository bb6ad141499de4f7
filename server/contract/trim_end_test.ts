import assert from "node:assert/strict";
import { assertScales } from "../../tests/support/assert_scales.ts";
import { trimEnd } from "./trim_end.ts";

Deno.test("trim end: removes the given characters from the end only", () => {
  assert.equal(trimEnd("/a//b//", "/"), "/a//b");
  assert.equal(trimEnd("a. .", " ."), "a");
  assert.equal(trimEnd("//", "/"), "");
  assert.equal(trimEnd("", "/"), "");
});

Deno.test("trim end: takes linear time for characters before the end", () => {
  assertScales((size) => void trimEnd(`${"/".repeat(size)}x`, "/"), 1_000_000);
});
