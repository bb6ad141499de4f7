import assert from "node:assert/strict";
import { type AnsiStyle, plain, readAnsi, sgrOf, styleAfter } from "./ansi.ts";

Deno.test("ansi: colors split a line into spans and continue on the next line", () => {
  const { rows: [spans], end } = readAnsi("ok \x1b[1;31mfailed\x1b[0m now \x1b[92mgreen", plain);
  assert.deepEqual(spans, [
    { text: "ok ", style: {} },
    { text: "failed", style: { bold: true, fg: 1 } },
    { text: " now ", style: {} },
    { text: "green", style: { fg: 10 } },
  ]);
  assert.deepEqual(readAnsi("still", end).rows, [[{ text: "still", style: { fg: 10 } }]]);
  assert.deepEqual(styleAfter("\x1b[22;39m", { bold: true, dim: true, fg: 3, bg: 4 }), { bg: 4 });
});

Deno.test("ansi: parses the 256-color palette and true colors, and ignores invalid ones", () => {
  assert.deepEqual(readAnsi("\x1b[38;5;196mx", plain).end, { fg: "#ff0000" });
  assert.deepEqual(readAnsi("\x1b[48;5;244mx", plain).end, { bg: "#808080" });
  assert.deepEqual(readAnsi("\x1b[38;2;1;2;255;1mx", plain).end, { fg: "#0102ff", bold: true });
  assert.deepEqual(readAnsi("\x1b[38;5;999m\x1b[38;2;1;2m", plain).end, {});
});

Deno.test("ansi: text keeps the color in which it was written, wherever it stands", () => {
  const { rows, end } = readAnsi("\x1b[31mone two\r\x1b[32mten\x1b[1A\r\x1b[0mup", plain);
  assert.deepEqual(rows, [
    [{ text: "up", style: {} }],
    [{ text: "ten", style: { fg: 2 } }, { text: " two", style: { fg: 1 } }],
  ]);
  assert.deepEqual(end, {});
});

Deno.test("ansi: only colors change the style", () => {
  const { rows, end } = readAnsi("a\x1b]0;\x1b[31m\x07b\x1b[?25lc", plain);
  assert.deepEqual([rows.length, end], [1, { fg: 1 }]);
});

Deno.test("ansi: a written style is read as the same, after any other", () => {
  const styles: AnsiStyle[] = [
    {},
    { fg: 1 },
    { fg: 15, bg: 0, bold: true },
    { fg: "#0102ff", bg: 9, dim: true, italic: true, underline: true },
    { bg: "#ff8000", strike: true, inverse: true },
  ];
  for (const style of styles) {
    for (const before of styles) assert.deepEqual(styleAfter(sgrOf(style), before), style);
  }
});
