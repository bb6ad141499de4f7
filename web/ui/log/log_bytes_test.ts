import assert from "node:assert/strict";
import { readPart, readParts } from "./log_bytes.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const middle = { atStart: false, atEnd: false };

Deno.test("log bytes: a part from the middle starts with its first whole line", () => {
  const part = readPart(encode("end of one\ntwo\nthree\n"), { offset: 100, ...middle });
  assert.deepEqual(part, { offset: 111, next: 121, text: "two\nthree\n" });
});

Deno.test("log bytes: the start of a log is complete", () => {
  const part = readPart(encode("one\ntwo"), { offset: 0, atStart: true, atEnd: true });
  assert.deepEqual(part, { offset: 0, next: 7, text: "one\ntwo" });
});

Deno.test("log bytes: a line longer than the part starts at its first whole character", () => {
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

Deno.test("log bytes: bytes that are not text become replacement characters and lose nothing", () => {
  const part = readPart(new Uint8Array([0x0a, 0xff, 0xfe, 0x80, 0x41]), { offset: 0, ...middle });
  assert.deepEqual(part, { offset: 1, next: 5, text: "\ufffd\ufffd\ufffdA" });
});

Deno.test("log bytes: a gap is a separate part between the parts before and after it", () => {
  const bytes = encode("one\n\0\0\0\0two\n");
  const gap = { start: 104, end: 108 };
  const parts = readParts(bytes, { offset: 100, atStart: true, atEnd: true, gap, towards: "start" });
  assert.deepEqual(parts, [
    { offset: 100, next: 104, text: "one\n" },
    { offset: 104, next: 108, text: "", skipped: 4 },
    { offset: 108, next: 112, text: "two\n" },
  ]);
});

Deno.test("log bytes: bytes that end inside a gap take the rest of it in the loading direction", () => {
  const stretch = { offset: 100, atStart: true, atEnd: false, gap: { start: 50, end: 300 } };
  const bytes = new Uint8Array(100);
  const positions = (["start", "end", "both"] as const).map((towards) =>
    readParts(bytes, { ...stretch, towards }).map(({ offset, next }) => [offset, next])
  );
  assert.deepEqual(positions, [[[50, 200]], [[100, 300]], [[50, 300]]]);
});
