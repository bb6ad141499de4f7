import assert from "node:assert/strict";
import { escapeAll, escapeSigns } from "./escape_signs.ts";

Deno.test("escape signs: no text starts a line, colors a terminal or reverses characters", () => {
  assert.equal(escapeSigns("a\r\nb\tc"), "a\\r\\nb\\tc");
  assert.equal(escapeSigns("\u001b[31mred\u001b[0m"), "\\x1b[31mred\\x1b[0m");
  assert.equal(escapeSigns("\u009b31m\u0000\u007f"), "\\x9b31m\\x00\\x7f");
  assert.equal(escapeSigns("a\u2028b\u202etxt.exe\ufeff"), "a\\u2028b\\u202etxt.exe\\ufeff");
  assert.equal(escapeSigns("日晷 — ok"), "日晷 — ok");
});

Deno.test("escape signs: escapes texts at any depth of a value, and field names", () => {
  const value = { "a\n": ["b\r", { c: "\u001b" }], d: 1, e: null };
  assert.deepEqual(escapeAll(value), { "a\\n": ["b\\r", { c: "\\x1b" }], d: 1, e: null });
});
