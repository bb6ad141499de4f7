import assert from "node:assert/strict";
import fc from "fast-check";
import { formatLogHeader } from "../../../server/contract/log_messages.ts";
import { visibleText } from "../../../server/contract/log_text/visible_text.ts";
import { LogBuffer, type LogLimits } from "./log_buffer.ts";

const roomy: LogLimits = { lines: 1000, characters: 100_000, lineCharacters: 1000 };
const encode = (text: string) => new TextEncoder().encode(text);
const part = (text: string, offset = 0) => ({ offset, next: offset + encode(text).length, text });

function texts(buffer: LogBuffer): string[] {
  return Array.from({ length: buffer.count }, (_, index) => buffer.line(index)?.text ?? "?");
}

Deno.test("log buffer: a line that arrives in pieces is one line", () => {
  const buffer = new LogBuffer(roomy);
  buffer.reset(part("one\ntw"));
  buffer.append(part("o\nthr", 6));
  buffer.append(part("ee\n", 11));
  assert.deepEqual(texts(buffer), ["one", "two", "three"]);
  assert.deepEqual(buffer.line(2)?.number, 3);
  assert.equal(buffer.next, 14);
});

Deno.test("log buffer: a color continues on the next line and across the pieces of a line", () => {
  const buffer = new LogBuffer(roomy);
  buffer.reset(part("\x1b[3"));
  buffer.append(part("1mred\nstill\x1b[0m\nplain\n", 3));
  assert.deepEqual(buffer.line(1)?.style, { fg: 1 });
  assert.deepEqual(buffer.line(2)?.style, {});
});

Deno.test("log buffer: drops the first lines when there are too many, and line numbers continue", () => {
  const buffer = new LogBuffer({ ...roomy, lines: 4 });
  buffer.reset(part("1\n2\n"));
  buffer.append(part("3\n4\n", 4));
  buffer.append(part("5\n6\n", 8));
  assert.deepEqual(texts(buffer), ["3", "4", "5", "6"]);
  assert.equal(buffer.line(0)?.number, 3);
  assert.equal(buffer.offset, 4);
});

Deno.test("log buffer: prepends earlier parts, and reaching the start sets the line numbers", () => {
  const buffer = new LogBuffer(roomy);
  buffer.reset(part("日\n4\n", 4));
  assert.equal(buffer.line(0)?.number, null);
  const key = buffer.line(0)?.key;
  assert.deepEqual(buffer.prepend(part("1\n2\n")), { added: 2, dropped: 0 });
  assert.deepEqual(texts(buffer), ["1", "2", "日", "4"]);
  assert.equal(buffer.line(2)?.key, key);
  assert.deepEqual([buffer.line(0)?.number, buffer.line(3)?.number, buffer.offset], [1, 4, 0]);
});

Deno.test("log buffer: earlier parts push out the end, which can be loaded again", () => {
  const buffer = new LogBuffer({ ...roomy, lines: 4 });
  buffer.reset(part("3\n4\n", 4));
  buffer.append(part("5\n", 8));
  const { dropped } = buffer.prepend(part("1\n2\n"));
  assert.deepEqual([texts(buffer), dropped, buffer.next], [["1", "2", "3", "4"], 1, 8]);
});

Deno.test("log buffer: keeps the start of a line of megabytes and counts the rest", () => {
  const buffer = new LogBuffer({ ...roomy, lineCharacters: 10 });
  const long = "x".repeat(600);
  buffer.reset(part(long));
  for (let at = 1; at < 5; at++) buffer.append(part(long, at * 600));
  buffer.append(part("\nnext\n", 3000));
  assert.deepEqual(texts(buffer), ["x".repeat(10), "next"]);
  assert.equal(buffer.line(0)?.cut, 2990);
});

Deno.test("log buffer: of a progress bar of megabytes, keeps its last state", () => {
  const buffer = new LogBuffer({ ...roomy, lineCharacters: 100 });
  const bar = Array.from({ length: 101 }, (_, n) => `\r\x1b[32mfetched ${n}%\x1b[0m`).join("");
  buffer.reset(part(bar.slice(0, 700)));
  buffer.append(part(`${bar.slice(700)}\nnext\n`, 700));
  assert.deepEqual(texts(buffer).map((line) => visibleText(line)), ["fetched 100%", "next"]);
  assert.deepEqual([buffer.line(0)?.cut, buffer.line(1)?.style], [0, {}]);
  const earlier = new LogBuffer({ ...roomy, lineCharacters: 100 });
  earlier.reset(part("next\n", 2000));
  earlier.prepend(part(`${bar}\n`));
  assert.deepEqual(texts(earlier).map((line) => visibleText(line)), ["fetched 100%", "next"]);
});

Deno.test("log buffer: gives the same lines and start position however the log is split into parts", () => {
  const line = fc.string({ unit: fc.constantFrom("a", "日", "é", "😀"), maxLength: 4 });
  fc.assert(fc.property(fc.array(line, { maxLength: 40 }), fc.array(fc.nat(12)), (lines, sizes) => {
    const whole = lines.map((line) => `${line}\n`).join("");
    const buffer = new LogBuffer({ ...roomy, lines: 8 });
    buffer.reset(part(""));
    let at = 0;
    for (const size of [...sizes, whole.length]) {
      const cut = [...whole.slice(at)].slice(0, size).join("");
      buffer.append(part(cut, encode(whole.slice(0, at)).length));
      at += cut.length;
    }
    const stored = texts(buffer);
    assert.deepEqual(stored, lines.slice(lines.length - stored.length));
    const rest = new TextDecoder().decode(encode(whole).subarray(buffer.offset));
    assert.equal(rest, stored.map((one) => `${one}\n`).join(""));
  }));
});

Deno.test("log buffer: output is numbered from 1 below the panel's header, wherever the log was read first", () => {
  const header = `${formatLogHeader("2026-01-02 03:04:05", "zh")}\n\n`;
  const size = encode(header).length;
  const live = new LogBuffer(roomy);
  live.reset(part(header.slice(0, -1)));
  live.append(part("\n", size - 1));
  live.append(part("one\ntwo\n", size));
  assert.deepEqual([live.line(2)?.number, live.line(3)?.number], [1, 2]);
  const earlier = new LogBuffer(roomy);
  earlier.reset(part("one\ntwo\n", size));
  earlier.number(1, 2); // the page knows it from a search
  assert.equal(earlier.line(0)?.number, 1);
  earlier.prepend(part(header));
  assert.deepEqual([earlier.line(2)?.number, earlier.line(3)?.number], [1, 2]);
  const cut = new LogBuffer({ ...roomy, lines: 4 });
  cut.reset(part(header));
  cut.append(part("1\n2\n", size));
  cut.append(part("3\n4\n5\n", size + 4));
  assert.equal(cut.line(0)?.number, Number(cut.line(0)?.text));
});
