import assert from "node:assert/strict";
import fc from "fast-check";
import { adoptSpace, diffLines, diffTexts, numberLines, positionAt, stepFrom } from "./diff_lines.ts";

/** Builds the second text from the first and the changes. */
function apply(a: string, b: string): string {
  let made = "";
  let at = 0;
  for (const { fromA, toA, fromB, toB } of diffTexts(a, b)) {
    assert.ok(
      fromA >= at && toA <= a.length && toB <= b.length && fromB === made.length + fromA - at,
      "in order",
    );
    made += a.slice(at, fromA) + b.slice(fromB, toB);
    at = toA;
  }
  return made + a.slice(at);
}

Deno.test("diff of texts: applying the changes to the first text gives the second", () => {
  const text = fc.array(fc.constantFrom("a", "b", "cc", "", "d d"), { maxLength: 9 }).map((lines) =>
    lines.join("\n")
  );
  fc.assert(fc.property(text, text, (a, b) => assert.equal(apply(a, b), b)), { numRuns: 1000 });
});

Deno.test("diff of texts: reports only the words that differ", () => {
  const [change, ...rest] = diffTexts("one\ntwo three\nfour", "one\ntwo 3\nfour");
  assert.deepEqual({ ...change }, { fromA: 8, toA: 13, fromB: 8, toB: 9 });
  assert.deepEqual(rest, []);
});

Deno.test("diff of lines: finds the fewest edits", () => {
  const lines = (text: string) => [...text];
  const edits = diffLines(...numberLines(lines("abcabba"), lines("cbabac")));
  assert.equal(edits.reduce((sum, { fromA, toA, fromB, toB }) => sum + toA - fromA + toB - fromB, 0), 5);
});

Deno.test("diff of lines: splits at lines unique on both sides when there are too many edits", () => {
  const a = Array.from({ length: 9000 }, (_, index) => index % 3 === 0 ? `anchor ${index}` : `left ${index}`);
  const b = a.map((line) => line.replace("left", "right"));
  const changes = diffLines(...numberLines(a, b));
  assert.equal(changes.length, 3000);
  assert.ok(changes.every(({ fromA, toA }) => toA - fromA === 2));
});

Deno.test("diff of texts: compares 20 MB of the same line, changed at both ends, quickly", () => {
  const base = "const aLongerName = [1, 2, 3].map((one) => one + 1);\n".repeat(400_000);
  const started = performance.now();
  const changes = diffTexts(`${base}theirs\n`, `mine ${base}`);
  assert.deepEqual(changes.map(({ fromA, fromB }) => [fromA > 0, fromB > 0]), [[false, false], [true, true]]);
  assert.ok(performance.now() - started < 10_000);
});

Deno.test("diff of texts: compares two long texts with nothing in common in time", () => {
  const text = (word: string) => Array.from({ length: 100_000 }, (_, index) => `${word} ${index}`).join("\n");
  const started = performance.now();
  assert.equal(diffTexts(text("one"), text("two")).length, 1);
  assert.ok(performance.now() - started < 10_000);
});

const rows: [string, string, string, string][] = [
  ["indentation alone", "a\n  b\nc", "a\n\tb\nc", "a\n\tb\nc"],
  ["spaces within and at the end", "a = 1 \nb", "a=1\nb", "a=1\nb"],
  ["a line with other changes stays", "a\n b\nc", "a\n  B\nc", "a\n b\nc"],
  ["added lines move nothing", "a\n b", "new\na\nmore\n  b", "a\n  b"],
  ["removed lines stay", "a\ngone\n b", "a\n\tb", "a\ngone\n\tb"],
  ["an empty line is a line", "a\n\nb", "a\nb", "a\n\nb"],
  ["empty texts", "", "", ""],
];

for (const [what, left, right, adopted] of rows) {
  Deno.test(`adopt space: ${what}`, () => assert.equal(adoptSpace(left, right), adopted));
}

Deno.test("adopt space: compares 70,000 different lines", () => {
  const left = Array.from({ length: 70_000 }, (_, index) => ` ${index}`).join("\n");
  assert.equal(adoptSpace(left, left.replaceAll(" ", "")), left.replaceAll(" ", ""));
});

const changes = [{ fromB: 10, toB: 20 }, { fromB: 40, toB: 40 }, { fromB: 60, toB: 71 }];

Deno.test("changes: a position is inside one change or in none", () => {
  assert.deepEqual([9, 10, 19, 20, 40, 41, 70].map((head) => positionAt(changes, head).at), [
    null,
    0,
    0,
    null,
    1,
    null,
    2,
  ]);
});

Deno.test("changes: stepping moves to the next or previous change and wraps around", () => {
  assert.deepEqual([0, 15, 30, 40, 65, 90].map((head) => stepFrom(changes, head, 1)), [0, 1, 1, 2, 0, 0]);
  assert.deepEqual([0, 15, 30, 40, 65, 90].map((head) => stepFrom(changes, head, -1)), [2, 2, 0, 0, 1, 2]);
  assert.equal(stepFrom([], 5, 1), null);
});
