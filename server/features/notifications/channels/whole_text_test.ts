import assert from "node:assert/strict";
import { bytesOf, shorten, wholeText } from "./whole_text.ts";

const units = (text: string) => text.length;

Deno.test("whole text: leaves out what is not there", () => {
  assert.equal(wholeText({ title: "T", content: "", link: null, key: "k" }), "T");
  assert.equal(wholeText({ title: "", content: "C", link: "L", key: "k" }), "C\n\nL");
});

Deno.test("whole text: only the content is shortened", () => {
  const message = { title: "Title", content: "0123456789", link: "https://a", key: "k" };
  assert.equal(wholeText(message, { most: 24, sizeOf: units }), "Title\n\n01234…\n\nhttps://a");
});

Deno.test("shorten: cuts at the limit, between characters, and not without need", () => {
  assert.equal(shorten("abc", { most: 3, sizeOf: units }), "abc");
  assert.equal(shorten("abcd", { most: 3, sizeOf: units }), "ab…");
  assert.equal(shorten("😀😀😀", { most: 9, sizeOf: bytesOf }), "😀…");
  assert.equal(shorten("中中", { most: 0, sizeOf: bytesOf }), "…");
});
