import assert from "node:assert/strict";
import { assertScales } from "../../tests/support/assert_scales.ts";
import { parseEnvironment, readEnvironmentFiles } from "./environment_file.ts";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";

const lines: [text: string, value: string | null][] = [
  ["A=--fast --retry 3", "--fast --retry 3"],
  ["A=p4$$w0rd$HOME", "p4$$w0rd$HOME"],
  ["A=Two Words", "Two Words"],
  ["A=a&b;c|d", "a&b;c|d"],
  ["A=`date`", "`date`"],
  ['A="hello world"', "hello world"],
  ["  A =  x \t", "x"],
  ["A=", ""],
  ['A=\'a b\' "c" d"e', 'a bcd"e'],
  ["A='\\n $x'", "\\n $x"],
  ['A="\\"\\\\\\$\\`\\n\\x"', '"\\$`\\n\\x'],
  ["A=one\\\ntwo", "onetwo"],
  ['A="one\\\ntwo\nthree"', "onetwo\nthree"],
  ["A=a\\ \\\\b", "a \\b"],
  ["A=x # no comment", "x # no comment"],
  ["A=x\r", "x"],
  ["; A=x\n# A=y", null],
  ["export A=x", null],
  ["1A=x\nA-B=y\nno assignment", null],
  ["A='open", "open"],
];

for (const [text, value] of lines) {
  Deno.test(`environment file: ${JSON.stringify(text)}`, () => {
    assert.deepEqual(parseEnvironment(text), value === null ? [] : [["A", value]]);
  });
}

Deno.test("environment file: reads a long file in linear time", () => {
  for (const piece of ["A=x\n", "=", "'", '"', "\\", " ", "A=' ", "#"]) {
    assertScales((size) => void parseEnvironment(piece.repeat(size / piece.length)), 400_000);
  }
});

Deno.test("environment file: later files count, patterns stand for files, and a dash makes one optional", async () => {
  await using root = await temporaryFolder();
  await Deno.writeTextFile(`${root.path}/1.env`, "A=1\nB=1\n");
  await Deno.writeTextFile(`${root.path}/2.env`, "B=2\n");
  const read = async (...paths: string[]) => Object.fromEntries(await readEnvironmentFiles(paths));
  assert.deepEqual(await read(`${root.path}/*.env`, `-${root.path}/none`), { A: "1", B: "2" });
  assert.deepEqual(await read(`${root.path}/2.env`, `${root.path}/1.env`), { A: "1", B: "1" });
  await assert.rejects(read(`${root.path}/none`), { code: "ENOENT" });
  await assert.rejects(read(`${root.path}/*.none`), { code: "ENOENT" });
});
