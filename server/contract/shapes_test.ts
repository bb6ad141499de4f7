import assert from "node:assert/strict";
import { line, text } from "./shapes.ts";

Deno.test("line: accepts every script, and no character that breaks a line or changes its direction", () => {
  const name = line(20);
  for (const one of ["Nightly copy", "日晷 管理员", "نسخة", "e\u0301", "👩‍🌾", "a\u200fb"]) {
    assert.ok(name.safeParse(one).success, one);
  }
  for (
    const sign of [
      "\n",
      "\t",
      "\r",
      "\0",
      "\u001b",
      "\u0085",
      "\u009b",
      "\u2028",
      "\u202e",
      "\u2066",
      "\u2069",
    ]
  ) {
    assert.ok(!name.safeParse(`a${sign}b`).success, JSON.stringify(sign));
  }
  assert.ok(!name.safeParse("x".repeat(21)).success);
});

Deno.test("line, text: accept characters beyond the first plane, and no half of one", () => {
  for (const shape of [line(10), text(10)]) {
    assert.ok(shape.safeParse("a 😀 b").success);
    for (const half of ["\ud83d", "\ude00", "a\ud83db", "\ude00\ud83d"]) {
      assert.equal(shape.safeParse(half).success, false);
    }
  }
});

Deno.test("text: a long one costs no stack", () => {
  assert.ok(text(10_000_000).safeParse("日 😀\n".repeat(1_000_000)).success);
});
