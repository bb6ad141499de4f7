import assert from "node:assert/strict";
import { commandOf, freeName, joinPath, nameIssue, splitName, templateOf } from "./file_paths.ts";

Deno.test("file paths: the extension starts at the last dot", () => {
  assert.deepEqual(splitName("a.test.js"), ["a.test", ".js"]);
  assert.deepEqual(splitName(".env"), [".env", ""]);
  assert.deepEqual(splitName("Makefile"), ["Makefile", ""]);
  assert.equal(joinPath("", "a"), "a");
  assert.equal(joinPath("b", "a"), "b/a");
});

Deno.test("file paths: a copy gets the first free name", () => {
  assert.equal(freeName("a.js", new Set(["a.js"])), "a (1).js");
  assert.equal(freeName("a.js", new Set(["a.js", "a (1).js", "a (2).js"])), "a (3).js");
});

Deno.test("file paths: a name contains no slash and is not `..`", () => {
  assert.equal(nameIssue("a/b.js"), "slash");
  assert.equal(nameIssue("a\\b.js"), "slash");
  assert.equal(nameIssue("  "), "required");
  assert.equal(nameIssue(".."), "dots");
  assert.equal(nameIssue("..a 中文.sh"), null);
});

Deno.test("file paths: a command quotes characters special to the shell", () => {
  assert.equal(commandOf("tools/备份.py"), "task tools/备份.py");
  assert.equal(commandOf("my folder/it's.sh"), `task 'my folder/it'\\''s.sh'`);
  assert.equal(commandOf("-x.js"), "task '-x.js'");
});

Deno.test("template: a script gets the template of its language, any other file none", () => {
  assert.match(templateOf("a.SH"), /^#!.*bash/);
  assert.match(templateOf("a.b.py"), /__main__/);
  assert.equal(templateOf("notes.txt"), "");
  assert.equal(templateOf("Makefile"), "");
});
