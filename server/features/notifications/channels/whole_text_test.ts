import assert from "node:assert/strict";
import { bytesOf, shorten, wholeText } from "./whole_text.ts";

const units = (text: string) => text.length;

Deno.test("complete text: omits missing parts", () => {
  assert.equal(wholeText({ title: "T", content: "", link: null, key: "k" }), "T");
  assert.equal(wholeText({ title: "", content: "C", link: "L", key: "k" }), "C\n\nL");
});

Deno.test("complete text: shortens only the content", () => {
  const message = { title: "Title", content: "0123456789", link: "https://a", key: "k" };
  assert.equal(wholeText(message, { max: 24, sizeOf: units }), "Title\n\n01234…\n\nhttps://a");
});

Deno.test("shorten: cuts at the limit, between characters, and only if necessary", () => {
  assert.equal(shorten("abc", { max: 3, sizeOf: units }), "abc");
  assert.equal(shorten("abcd", { max: 3, sizeOf: units }), "ab…");
  assert.equal(shorten("😀😀😀", { max: 9, sizeOf: bytesOf }), "😀…");
  assert.equal(shorten("中中", { max: 0, sizeOf: bytesOf }), "…");
});

Deno.test("shorten: cuts lines in the middle and keeps the last ones", () => {
  const log = Array.from({ length: 60 }, (_, index) => `line ${index} 中`);
  const text = ["Run #7: failed.", "Exit code: 3", "", ...log].join("\n");
  for (const sizeOf of [units, bytesOf]) {
    for (let max = 120; max < sizeOf(text); max += 7) {
      const short = shorten(text, { max, sizeOf });
      assert.ok(sizeOf(short) <= max && sizeOf(short) > max / 2, short);
      assert.match(short, /^Run #7: failed\.\n(?:[^]*\n)?…\n[^]*line 58 中\nline 59 中$/);
    }
  }
  assert.equal(shorten(`${"a".repeat(50)}\nb`, { max: 10, sizeOf: units }), "aaaaaaaaa…");
});
