import assert from "node:assert/strict";
import { selectAccounts, splitAccounts } from "./account_ranges.ts";

const five = "a&b&c&d&e";

const table: [string[], number[] | string | null][] = [
  [["1-3"], [1, 2, 3]],
  [["2", "4"], [2, 4]],
  [["2 4"], [2, 4]],
  [["3-max"], [3, 4, 5]],
  [["max-1"], [5, 4, 3, 2, 1]],
  [["1~2", "5"], [1, 2, 5]],
  [["3_1"], [3, 2, 1]],
  [["2-2"], [2]],
  [["max"], [5]],
  [[], [1, 2, 3, 4, 5]],
  [["4", "1-4"], [4, 1, 2, 3]],
  [["4-9"], [4, 5]],
  [["9", "1"], [1]],
  [["0-2"], [1, 2]],
  [["9"], null],
  [["0"], null],
  [["1-x"], "1-x"],
  [["1", "two"], "two"],
  [["1-2-3"], "1-2-3"],
  [["-1"], "-1"],
  [["1,2"], "1,2"],
];
for (const [ranges, expected] of table) {
  Deno.test(`account ranges: ${JSON.stringify(ranges)} of five accounts`, () => {
    const selection = selectAccounts(five, ranges);
    if ("invalid" in selection) return assert.equal(selection.invalid, expected);
    if ("none" in selection) return assert.deepEqual([selection.count, expected], [5, null]);
    assert.deepEqual(selection.accounts.map(({ number }) => number), expected);
    for (const { number, value } of selection.accounts) assert.equal(value, "abcde"[number - 1]);
  });
}

Deno.test("account ranges: a separator at the end adds no account, an empty one in between counts", () => {
  assert.deepEqual(splitAccounts("a&b&"), ["a", "b"]);
  assert.deepEqual(splitAccounts("a&&c"), ["a", "", "c"]);
  assert.deepEqual(splitAccounts("a"), ["a"]);
  assert.deepEqual(splitAccounts("&"), [""]);
});
