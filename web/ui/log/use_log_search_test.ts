import assert from "node:assert/strict";
import { addMatches, firstFrom, firstFromLine, nothingFound } from "./use_log_search.ts";

const match = (offset: number) => ({ offset, length: 3, line: 1, text: "abc" });

Deno.test("log matches: adds matches from further down and counts them once", () => {
  const first = addMatches(nothingFound, {
    items: [match(1), match(9)],
    count: 5,
    counted: false,
    headerLines: 2,
    next: { from: 12, line: 2 },
  });
  assert.deepEqual([first.count, first.counted], [5, false]);
  const all = addMatches(first, {
    items: [match(20), match(30), match(40)],
    count: 3,
    counted: true,
    headerLines: 2,
    next: null,
  });
  assert.deepEqual([all.items.length, all.count, all.counted, all.next], [5, 5, true, null]);
});

Deno.test("log matches: starts at the visible position and wraps to the top", () => {
  const items = [match(10), match(20)];
  assert.equal(firstFrom(items, 11), 1);
  assert.equal(firstFrom(items, 10), 0);
  assert.equal(firstFrom(items, 99), 0);
  assert.equal(firstFrom([], 0), null);
});

Deno.test("log matches: selects the first at or after a line, else the last", () => {
  const items = [3, 9, 9, 20].map((line, at) => ({ offset: at * 10, length: 1, line, text: "x" }));
  assert.deepEqual([1, 9, 10, 99].map((line) => firstFromLine(items, line)), [0, 1, 3, 3]);
  assert.equal(firstFromLine([], 1), null);
});
