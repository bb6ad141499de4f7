import assert from "node:assert/strict";
import { Text } from "@codemirror/state";
import fc from "fast-check";
import {
  findIndent,
  hasLongLine,
  MAX_LINE,
  readShape,
  separatorOf,
  withMark,
  withoutMark,
} from "./text_format.ts";

const samples: [string, string][] = [
  ["", "lf"],
  ["one line", "lf"],
  ["a\nb\n", "lf"],
  ["a\r\nb\r\n", "crlf"],
  ["a\r\nb\n", "mixed"],
  ["a\nb\r\n", "mixed"],
  ["\na\r\n", "mixed"],
  ["a\rb", "mixed"],
  ["a\r\r\n", "mixed"],
];

for (const [text, ends] of samples) {
  Deno.test(`line ends: ${JSON.stringify(text)} has ${ends}`, () => assert.equal(readShape(text).ends, ends));
}

/** Like the editor: splits lines by its default rule, or at `\n` alone when the endings are mixed. */
function throughEditor(text: string): string {
  const shape = readShape(text);
  const doc = Text.of(withoutMark(text).split(shape.ends === "mixed" ? "\n" : /\r\n?|\n/));
  return withMark(doc.sliceString(0, doc.length, separatorOf(shape)), shape);
}

Deno.test("line ends: any text leaves the editor unchanged", () => {
  const piece = fc.constantFrom("\r\n", "\n", "\r", "a", "中", "\ufeff", " ");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      assert.equal(throughEditor(text), text);
    }),
    { numRuns: 500 },
  );
});

const rows: [string, string, string | null][] = [
  ["two spaces", "a {\n  b {\n    c\n  }\n}", "  "],
  ["four spaces", "def a():\n    if b:\n        c\n", "    "],
  ["tabs", "a {\n\tb {\n\t\tc\n\t}\n}", "\t"],
  ["no indentation", "a\nb\n", null],
  ["an aligned comment", "/*\n * a\n * b\n */\nf {\n    g\n}", "    "],
];

for (const [what, text, indent] of rows) {
  Deno.test(`indent: ${what}`, () => assert.equal(findIndent(text.split("\n")), indent));
}

Deno.test("text limits: finds a line that is too long anywhere in the text", () => {
  const long = "x".repeat(MAX_LINE + 1);
  assert.equal(hasLongLine(`a\n${long}\nb`), true);
  assert.equal(hasLongLine(long), true);
  assert.equal(hasLongLine(`${long.slice(1)}\n`.repeat(3)), false);
  assert.equal(hasLongLine(""), false);
});
