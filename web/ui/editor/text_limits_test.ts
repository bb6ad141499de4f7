import assert from "node:assert/strict";
import { hasLongLine, MAX_LINE } from "./text_limits.ts";

Deno.test("text limits: finds a line that is too long anywhere in the text", () => {
  const long = "x".repeat(MAX_LINE + 1);
  assert.equal(hasLongLine(`a\n${long}\nb`), true);
  assert.equal(hasLongLine(long), true);
  assert.equal(hasLongLine(`${long.slice(1)}\n`.repeat(3)), false);
  assert.equal(hasLongLine(""), false);
});
