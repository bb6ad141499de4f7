import assert from "node:assert/strict";
import { visibleName } from "./visible_name.ts";

Deno.test("visible name: what turns the writing or breaks the line is shown as a sign", () => {
  assert.equal(visibleName("\u202egnp.js"), "\ufffdgnp.js");
  assert.equal(visibleName("a\nb\t.js"), "a␊b␉.js");
  assert.equal(visibleName("a\u200b.js"), "a\ufffd.js");
});

Deno.test("visible name: other names are left alone, whatever their language", () => {
  for (const name of ["a b.js", "每日汇总.js", "نص.js", "é.js", "👩🏽.js"]) {
    assert.equal(visibleName(name), name);
  }
});
