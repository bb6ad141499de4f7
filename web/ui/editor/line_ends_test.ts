import assert from "node:assert/strict";
import { Text } from "@codemirror/state";
import fc from "fast-check";
import { readShape, separatorOf, withMark, withoutMark } from "./line_ends.ts";

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
