import assert from "node:assert/strict";
import fc from "fast-check";
import { diffLines, numberLines } from "./diff_lines.ts";
import { diffTexts } from "./diff_texts.ts";

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
