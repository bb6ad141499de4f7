import assert from "node:assert/strict";
import { adoptSpace } from "./adopt_space.ts";

const rows: [string, string, string, string][] = [
  ["indentation alone", "a\n  b\nc", "a\n\tb\nc", "a\n\tb\nc"],
  ["spaces within and at the end", "a = 1 \nb", "a=1\nb", "a=1\nb"],
  ["a line that differs otherwise stays", "a\n b\nc", "a\n  B\nc", "a\n b\nc"],
  ["lines that were added move nothing", "a\n b", "new\na\nmore\n  b", "a\n  b"],
  ["lines that were taken away stay", "a\ngone\n b", "a\n\tb", "a\ngone\n\tb"],
  ["an empty line is a line", "a\n\nb", "a\nb", "a\n\nb"],
  ["nothing at all", "", "", ""],
];

for (const [what, left, right, adopted] of rows) {
  Deno.test(`adopt space: ${what}`, () => assert.equal(adoptSpace(left, right), adopted));
}

Deno.test("adopt space: compares 70,000 different lines", () => {
  const left = Array.from({ length: 70_000 }, (_, index) => ` ${index}`).join("\n");
  assert.equal(adoptSpace(left, left.replaceAll(" ", "")), left.replaceAll(" ", ""));
});
