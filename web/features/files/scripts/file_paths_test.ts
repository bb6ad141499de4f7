import assert from "node:assert/strict";
import { commandOf, freeName, joinPath, nameIssue, splitName } from "./file_paths.ts";

Deno.test("file paths: the ending of a name begins at its last dot", () => {
  assert.deepEqual(splitName("a.test.js"), ["a.test", ".js"]);
  assert.deepEqual(splitName(".env"), [".env", ""]);
  assert.deepEqual(splitName("Makefile"), ["Makefile", ""]);
  assert.equal(joinPath("", "a"), "a");
  assert.equal(joinPath("b", "a"), "b/a");
});

Deno.test("file paths: a copy takes the first free name", () => {
  assert.equal(freeName("a.js", new Set(["a.js"])), "a (1).js");
  assert.equal(freeName("a.js", new Set(["a.js", "a (1).js", "a (2).js"])), "a (3).js");
});

Deno.test("file paths: a name has no slashes and is no way up", () => {
  assert.equal(nameIssue("a/b.js"), "slash");
  assert.equal(nameIssue("  "), "required");
  assert.equal(nameIssue(".."), "dots");
  assert.equal(nameIssue("..a 中文.sh"), null);
});

Deno.test("file paths: a command quotes what a shell would take apart", () => {
  assert.equal(commandOf("tools/备份.py"), "task tools/备份.py");
  assert.equal(commandOf("my folder/it's.sh"), `task 'my folder/it'\\''s.sh'`);
  assert.equal(commandOf("-x.js"), "task '-x.js'");
});
