import assert from "node:assert/strict";
import { readPasted, readVariables, splitTokens } from "./run_input.ts";

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

Deno.test("run variables: rows become variables, empty rows are skipped", () => {
  const rows = [
    { key: 1, name: " DAYS ", value: "7" },
    { key: 2, name: "", value: "" },
    { key: 3, name: "EMPTY", value: "" },
  ];
  const { variables, errors } = readVariables(rows);
  assert.deepEqual(variables, { DAYS: "7", EMPTY: "" });
  assert.equal(errors.size, 0);
});

Deno.test("run variables: reports an invalid and a duplicate name at their rows", () => {
  const names = ["A", "1A", "a-b", "", "A", "toString"];
  const { variables, errors } = readVariables(names.map((name, key) => ({ key, name, value: "x" })));
  assert.deepEqual([...errors.keys()], [1, 2, 3, 4]);
  assert.equal(errors.get(4), "task.variableTwice");
  assert.deepEqual(Object.keys(variables), ["A", "toString"]);
});

Deno.test("run variables: parses pasted lines without quotation marks and export", () => {
  assert.deepEqual(readPasted('export A="x y"\n\nB=1=2\nC=\'"\''), [
    { name: "A", value: "x y" },
    { name: "B", value: "1=2" },
    { name: "C", value: '"' },
  ]);
});

Deno.test("run variables: pasted text that is not a list of variables stays as it is", () => {
  for (const text of ["", "plain words", "A=1\nand so on", "1A=2"]) assert.equal(readPasted(text), null);
});
