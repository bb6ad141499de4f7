import assert from "node:assert/strict";
import fc from "fast-check";
import { wholeCharacters } from "./whole_characters.ts";

const utf8 = new TextEncoder();

Deno.test("whole characters: chunks of any size decode to the original text", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.integer({ min: 4, max: 9 }),
      (text, size) => {
        const bytes = utf8.encode(text);
        let decoded = "";
        for (let at = 0; at < bytes.length;) {
          const chunk = bytes.slice(at, at + size);
          const whole = wholeCharacters(chunk, at + size >= bytes.length);
          assert.ok(whole.length > 0);
          decoded += new TextDecoder("utf-8", { ignoreBOM: true }).decode(whole);
          at += whole.length;
        }
        assert.equal(decoded, new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
      },
    ),
  );
});

const table: [string, number[], number][] = [
  ["nothing", [], 0],
  ["a letter", [0x61], 1],
  ["half of two bytes", [0x61, 0xc3], 1],
  ["two of three bytes", [0x61, 0xe5, 0xbe], 1],
  ["three of four bytes", [0x61, 0xf0, 0x9f, 0x98], 1],
  ["only a lead byte", [0xe5], 0],
  ["a complete one of four bytes", [0xf0, 0x9f, 0x98, 0x80], 4],
  ["no UTF-8", [0xff, 0xfe], 2],
  ["an impossible lead byte", [0xf8, 0x80], 2],
  ["too many continuations", [0x80, 0x80, 0x80, 0x80, 0x80], 5],
];
for (const [name, bytes, stored] of table) {
  Deno.test(`whole characters: of ${name}, keeps ${stored} bytes`, () => {
    assert.equal(wholeCharacters(new Uint8Array(bytes), false).length, stored);
    assert.equal(wholeCharacters(new Uint8Array(bytes), true).length, bytes.length);
  });
}
