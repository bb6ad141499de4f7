import assert from "node:assert/strict";
import fc from "fast-check";
import { plain, plainText, readAnsi, styleAfter } from "./ansi.ts";

Deno.test("ansi: colors split a line into spans and continue on the next line", () => {
  const { spans, end } = readAnsi("ok \x1b[1;31mfailed\x1b[0m now \x1b[92mgreen", plain);
  assert.deepEqual(spans, [
    { text: "ok ", style: {} },
    { text: "failed", style: { bold: true, fg: 1 } },
    { text: " now ", style: {} },
    { text: "green", style: { fg: 10 } },
  ]);
  assert.deepEqual(readAnsi("still", end).spans, [{ text: "still", style: { fg: 10 } }]);
  assert.deepEqual(styleAfter("\x1b[22;39m", { bold: true, dim: true, fg: 3, bg: 4 }), { bg: 4 });
});

Deno.test("ansi: parses the 256-color palette and true colors, and ignores invalid ones", () => {
  assert.deepEqual(readAnsi("\x1b[38;5;196mx", plain).end, { fg: "#ff0000" });
  assert.deepEqual(readAnsi("\x1b[48;5;244mx", plain).end, { bg: "#808080" });
  assert.deepEqual(readAnsi("\x1b[38;2;1;2;255;1mx", plain).end, { fg: "#0102ff", bold: true });
  assert.deepEqual(readAnsi("\x1b[38;5;999m\x1b[38;2;1;2m", plain).end, {});
});

Deno.test("ansi: removes links, clipboard writes, titles, cursor moves and control bytes but keeps their text", () => {
  const link = "\x1b]8;;javascript:alert(1)\x07click\x1b]8;;\x07";
  assert.equal(plainText(link), "click");
  assert.equal(plainText("a\x1b]52;c;cm0gLXJmIC8=\x1b\\b"), "ab");
  assert.equal(plainText("a\x1b]0;title without end"), "a");
  assert.equal(plainText("\x1b[2J\x1b[10;20Hhome\x1b[?25l\x1b(B\x1bM!"), "home!");
  assert.equal(plainText("nul\0bell\x07back\x08c1\x9b31m\ttab"), "nulbellbackc131m\ttab");
  assert.equal(plainText("<script>alert(1)</script>"), "<script>alert(1)</script>");
});

Deno.test("ansi: an overwritten line shows its last state", () => {
  assert.equal(plainText("10%\r50%\r100%"), "100%");
  assert.equal(plainText("windows line\r"), "windows line");
});

Deno.test("ansi: no control character except tab remains in any input", () => {
  // deno-lint-ignore no-control-regex -- these characters must not remain
  const control = /[\x00-\x08\x0a-\x1f\x7f-\x9f]/;
  const bytes = fc.string({
    unit: fc.constantFrom("\x1b", "[", "]", "m", ";", "8", "\x07", "\\", "a", "\x9b", "\r"),
  });
  fc.assert(fc.property(bytes, (text) => !control.test(plainText(text))));
});
