import assert from "node:assert/strict";
import { guessType, readNameLines } from "./dependency_form.tsx";

Deno.test("package names: each split name is parsed or has its error", () => {
  assert.deepEqual(readNameLines("node", "axios@^1\n--global got", true), [
    { name: "axios@^1", bare: "axios", version: "^1", issue: null },
    { name: "--global", bare: "--global", version: null, issue: "package_like_option" },
    { name: "got", bare: "got", version: null, issue: null },
  ]);
});

Deno.test("package names: without splitting, the text is one name", () => {
  assert.deepEqual(readNameLines("node", " axios got ", false), [
    { name: "axios got", bare: "axios got", version: null, issue: "package_has_signs" },
  ]);
  assert.deepEqual(readNameLines("node", "  ", false), []);
});

Deno.test("package names: Deno specifiers determine their type", () => {
  assert.equal(guessType("npm:chalk jsr:@std/path"), "deno");
  assert.equal(guessType("npm:chalk axios"), null);
  assert.equal(guessType(""), null);
});
