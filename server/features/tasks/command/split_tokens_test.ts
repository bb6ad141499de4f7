import assert from "node:assert/strict";
import { splitTokens } from "./split_tokens.ts";

const table: [string, readonly string[] | null][] = [
  ["", []],
  ["  \t ", []],
  ["a", ["a"]],
  [" a\tb  c ", ["a", "b", "c"]],
  [`"a b" 'c  d'`, ["a b", "c  d"]],
  [`a"b c"d'e'`, ["ab cde"]],
  [`'' ""`, ["", ""]],
  [`'$HOME * \`x\` \\'`, ["$HOME * `x` \\"]],
  [`"*?|;&"`, ["*?|;&"]],
  [`"it's"`, ["it's"]],
  ["很好 'a 很'", ["很好", "a 很"]],
  ["a=b --c=d", ["a=b", "--c=d"]],
  [`"$HOME"`, null],
  ['"`x`"', null],
  [`"a\\"b"`, null],
  [`"open`, null],
  [`'open`, null],
  ["a\\ b", null],
  ["a\nb", null],
  ["a\rb", null],
  ["a~b 1~3", ["a~b", "1~3"]],
  ["~/a", null],
  ...[..."|&;<>()`$*?[]{}~#!"].map((char): [string, null] => [`a ${char} b`, null]),
];
for (const [line, expected] of table) {
  Deno.test(`split tokens: ${JSON.stringify(line)}`, () => assert.deepEqual(splitTokens(line), expected));
}
