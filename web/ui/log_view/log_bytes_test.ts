import assert from "node:assert/strict";
import { readPart } from "./log_bytes.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const middle = { atStart: false, atEnd: false };

Deno.test("log bytes: a part from the middle begins with its first whole line", () => {
  const part = readPart(encode("end of one\ntwo\nthree\n"), { offset: 100, ...middle });
  assert.deepEqual(part, { offset: 111, next: 121, text: "two\nthree\n" });
});

Deno.test("log bytes: the beginning of a log is shown whole", () => {
  const part = readPart(encode("one\ntwo"), { offset: 0, atStart: true, atEnd: true });
  assert.deepEqual(part, { offset: 0, next: 7, text: "one\ntwo" });
});

Deno.test("log bytes: a line longer than the part is shown from its first whole character", () => {
  const bytes = encode("日志日志").slice(1);
  assert.deepEqual(readPart(bytes, { offset: 1, ...middle }), { offset: 3, next: 12, text: "志日志" });
});

Deno.test("log bytes: a character cut at the end is left for the next part", () => {
  const bytes = encode("a\n日志").slice(0, -1);
  assert.deepEqual(readPart(bytes, { offset: 0, atStart: true, atEnd: false }), {
    offset: 0,
    next: 5,
    text: "a\n日",
  });
});

Deno.test("log bytes: bytes that are no text become marks and lose nothing", () => {
  const part = readPart(new Uint8Array([0x0a, 0xff, 0xfe, 0x80, 0x41]), { offset: 0, ...middle });
  assert.deepEqual(part, { offset: 1, next: 5, text: "\ufffd\ufffd\ufffdA" });
});
