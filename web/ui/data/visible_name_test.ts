import assert from "node:assert/strict";
import { visibleName } from "./visible_name.ts";

Deno.test("visible name: replaces characters that change the text direction or break the line", () => {
  assert.equal(visibleName("\u202egnp.js"), "\ufffdgnp.js");
  assert.equal(visibleName("a\nb\t.js"), "a␊b␉.js");
  assert.equal(visibleName("a\u200b.js"), "a\ufffd.js");
});

Deno.test("visible name: keeps other names in any language", () => {
  for (const name of ["a b.js", "每日汇总.js", "نص.js", "é.js", "👩🏽.js"]) {
    assert.equal(visibleName(name), name);
  }
});
