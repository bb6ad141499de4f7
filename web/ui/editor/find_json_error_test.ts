import assert from "node:assert/strict";
import { locateJsonError } from "./find_json_error.ts";

const rows: [string, string, number | null][] = [
  ["nothing", "", null],
  ["an object", `{"a": [1, -2.5e3, null, "中\\n"]}`, null],
  ["an extra comma", `{"a": 1,}`, 8],
  ["an extra comma on a later line", `{\n  "a": 1,\n  "b": 2,\n}\n`, 22],
  ["a word without quotes", `{"a": yes}`, 6],
  ["a missing end", `{"a": [1, 2`, 11],
  ["single quotes", `{'a': 1}`, 1],
];

for (const [what, text, index] of rows) {
  Deno.test(`json error: ${what}`, () => {
    assert.equal(locateJsonError(text, "a.json")?.from ?? null, index);
  });
}

Deno.test("json error: skips files that may contain comments", () => {
  for (
    const name of ["tsconfig.json", "a/jsconfig.base.json", "a.jsonc", "a.json5", "deno.json", ".babelrc"]
  ) {
    assert.equal(locateJsonError(`// why\n{"a": 1,}`, name), null);
  }
  assert.notEqual(locateJsonError(`// why\n{}`, "package.json"), null);
});
