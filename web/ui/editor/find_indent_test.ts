import assert from "node:assert/strict";
import { findIndent } from "./find_indent.ts";

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
