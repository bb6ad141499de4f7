import assert from "node:assert/strict";
import { divide, listTestFiles, separate } from "./test_files.ts";

const [a, b, c] = [{ path: "e2e/a.ts", size: 1 }, { path: "e2e/b.ts", size: 3 }, {
  path: "e2e/c.ts",
  size: 2,
}];

Deno.test("test files: lists the tests of a folder, a single file, and nothing for a missing folder", () => {
  const here = "tests/runner";
  const paths = listTestFiles(here).map(({ path }) => path);
  assert.ok(paths.includes(`${here}/test_files_test.ts`));
  assert.ok(!paths.includes(`${here}/test_files.ts`));
  assert.deepEqual(listTestFiles(paths[0]!).map(({ path }) => path), [paths[0]]);
  assert.deepEqual(listTestFiles("tests/missing"), []);
});

Deno.test("test files: separates the named files and loses none", () => {
  assert.deepEqual(separate([a, b], ["a.ts"]), [[b], [a]]);
  assert.deepEqual(separate([a, b], []), [[a, b], []]);
  assert.throws(() => separate([a, b], ["missing.ts"]), /there is no missing.ts/);
});

Deno.test("test files: divides into parts of similar size, in order, without losing a file", () => {
  assert.deepEqual(divide([a, b, c], 2), [[a, b], [c]]);
  assert.deepEqual(divide([a, b, c], 1), [[a, b, c]]);
  assert.deepEqual(divide([a], 5), [[a]]);
});
