import assert from "node:assert/strict";
import { templateOf } from "./template_of.ts";

Deno.test("template: a script begins as its language does, any other file empty", () => {
  assert.match(templateOf("a.SH"), /^#!.*bash/);
  assert.match(templateOf("a.b.py"), /__main__/);
  assert.equal(templateOf("notes.txt"), "");
  assert.equal(templateOf("Makefile"), "");
});
