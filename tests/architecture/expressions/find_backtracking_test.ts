import assert from "node:assert/strict";
import { findBacktracking, type Growth } from "./find_backtracking.ts";

const expressions: [expression: RegExp, growth: Growth | null][] = [
  [/^a+b+$/, null],
  [/^(?:a|b)*c/, null],
  [/^\s*(\w+)\s*=/, null],
  [/a*/, null],
  [/a.*/, null],
  [/(?<!a)a*b/, null],
  [/^[ \t]*x/m, null],
  [/(?:^|\/)[^/]*\.ts$/, null],
  [/a{1,100}b/, null],
  [/a+b/y, null],
  [/^(["'])a*\1$/, null],
  // A search begins at each of the repeated characters.
  [/=+$/, "polynomial"],
  [/ *x/, "polynomial"],
  [/#.*$/, "polynomial"],
  [/(^|\s)#.*$/, "polynomial"],
  [/ab.*c/, "polynomial"],
  [/^\s*x/m, "polynomial"],
  [/^[^\n]*x/m, "polynomial"],
  [/(?=a*b)/, "polynomial"],
  [/(?<=ca*)b/, "polynomial"],
  // Two repetitions match the same text.
  [/^\s*(.*)$/, "polynomial"],
  [/^a*a*$/, "polynomial"],
  [/^.*,.*,x/, "polynomial"],
  [/^a+(?:b|c)?a+$/, "polynomial"],
  [/^a*(?=a*b)/, "polynomial"],
  [/^A*a*$/i, "polynomial"],
  // One repetition matches the same text in two ways.
  [/^(a+)+$/, "exponential"],
  [/^(a*)*b/, "exponential"],
  [/^(?:a|a)*b/, "exponential"],
  [/^(?:a|ab|b)*c/, "exponential"],
  [/^(?:\w|\d)+$/, "exponential"],
];

for (const [expression, growth] of expressions) {
  Deno.test(`time of expressions: ${expression} is ${growth ?? "linear"}`, () => {
    assert.equal(findBacktracking(expression.source, expression.flags), growth);
  });
}
