import assert from "node:assert/strict";
import { guessType, readNameLines } from "./name_lines.ts";

Deno.test("names of packages: split, each as it will be taken or with what is wrong", () => {
  assert.deepEqual(readNameLines("node", "axios@^1\n--global got", true), [
    { name: "axios@^1", bare: "axios", version: "^1", fault: null },
    { name: "--global", bare: "--global", version: null, fault: "package_like_option" },
    { name: "got", bare: "got", version: null, fault: null },
  ]);
});

Deno.test("names of packages: unsplit, all of it is one name", () => {
  assert.deepEqual(readNameLines("node", " axios got ", false), [
    { name: "axios got", bare: "axios got", version: null, fault: "package_has_signs" },
  ]);
  assert.deepEqual(readNameLines("node", "  ", false), []);
});

Deno.test("names of packages: addresses of Deno tell their type", () => {
  assert.equal(guessType("npm:chalk jsr:@std/path"), "deno");
  assert.equal(guessType("npm:chalk axios"), null);
  assert.equal(guessType(""), null);
});
