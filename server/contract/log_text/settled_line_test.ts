import assert from "node:assert/strict";
import fc from "fast-check";
import { plain, readAnsi } from "./ansi.ts";
import { settledLine } from "./settled_line.ts";
import { visibleText } from "./visible_text.ts";

Deno.test("settled line: a long progress bar becomes its last state, in its colors", () => {
  const line = Array.from({ length: 5_000 }, (_, n) => `\r\x1b[3${n % 7}mstep ${n}\x1b[0m`).join("");
  const settled = settledLine(line, plain);
  assert.ok(settled.length < 200);
  assert.deepEqual(readAnsi(settled, plain), readAnsi(line, plain));
});

Deno.test("settled line: a line that moves nothing stays as it is", () => {
  assert.equal(settledLine("\x1b[31mred\x1b[0m", plain), "\x1b[31mred\x1b[0m");
});

Deno.test("settled line: a half erased wide character is gone, as before", () => {
  const line = "很很\x1b[4G\x1b[K\x1ba";
  assert.equal(visibleText(`${line}a`), "很 a");
  assert.equal(visibleText(`${settledLine(line, plain)}a`), "很 a");
});

Deno.test("settled line: shows the same and continues in the same way, wherever it is cut", () => {
  const unit = fc.constantFrom(
    ...[
      "a",
      "b",
      "很",
      " ",
      "\r",
      "\b",
      "\x1b[31m",
      "\x1b[0m",
      "\x1b[1A",
      "\x1b[2B",
      "\x1b[4G",
      "\x1b[K",
      "\x1b",
    ],
  );
  const text = fc.string({ unit, maxLength: 40 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const settled = settledLine(before, { bold: true });
      const [actual, expected] = [settled, before].map((line) => readAnsi(line + after, { bold: true }));
      assert.equal(visibleText(settled + after), visibleText(before + after));
      assert.deepEqual(textAndStyle(actual), textAndStyle(expected));
    }),
    { numRuns: 1000 },
  );
});

function textAndStyle(read: ReturnType<typeof readAnsi> | undefined) {
  return read?.rows.map((spans) =>
    spans.flatMap(({ text, style }) => [...text].map((sign) => [sign, style]))
  );
}
