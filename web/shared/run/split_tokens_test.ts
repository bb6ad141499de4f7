import assert from "node:assert/strict";
import { splitTokens } from "./split_tokens.ts";

const lines: [line: string, words: string[]][] = [
  ["", []],
  ["  --days   7 ", ["--days", "7"]],
  [`"two words" 'and more' plain`, ["two words", "and more", "plain"]],
  [`--name="a b"'c'`, ["--name=a bc"]],
  [`"" ''`, ["", ""]],
  [`a\\ b \\" c\\\\`, ["a b", '"', "c\\"]],
  [`"say \\"hi\\"" "C:\\dir"`, ['say "hi"', "C:\\dir"]],
  [`'it\\s'`, ["it\\s"]],
  [`$HOME *.log`, ["$HOME", "*.log"]],
  ["上海 \t北京", ["上海", "北京"]],
];

for (const [line, tokens] of lines) {
  Deno.test(`arguments: ${line || "nothing"} is split like in a shell`, () => {
    assert.deepEqual(splitTokens(line), { tokens, open: false });
  });
}

Deno.test("arguments: reports an open quotation mark", () => {
  assert.deepEqual(splitTokens(`a "b c`), { tokens: ["a", "b c"], open: true });
});
