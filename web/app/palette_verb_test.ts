import assert from "node:assert/strict";
import { readVerb } from "./palette_verb.ts";

const words = {
  run: "run start 运行",
  stop: "stop",
  enable: "enable",
  disable: "disable pause",
  edit: "edit 编辑",
};

Deno.test("palette verb: reads what to do and with what, also without a space in Chinese", () => {
  assert.deepEqual(readVerb("run nightly backup", words), { verb: "run", rest: "nightly backup" });
  assert.deepEqual(readVerb("  Pause  X ", words), { verb: "disable", rest: "X" });
  assert.deepEqual(readVerb("运行夜间备份", words), { verb: "run", rest: "夜间备份" });
  assert.deepEqual(readVerb("编辑 TOKEN", words), { verb: "edit", rest: "TOKEN" });
});

Deno.test("palette verb: a verb alone, or as a part of a word, is not one", () => {
  for (const text of ["", "run", "run ", "runner one", "rerun x", "运行", "startup log"]) {
    assert.equal(readVerb(text, words), null, text);
  }
});
