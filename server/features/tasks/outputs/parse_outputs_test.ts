import assert from "node:assert/strict";
import { flowLimits } from "../../../contract/limits/flows.ts";
import { parseOutputs } from "./parse_outputs.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const parse = (text: string) => {
  const found = parseOutputs(encode(text));
  return found instanceof Map ? Object.fromEntries(found) : found;
};

const accepted: [string, string, Record<string, string>][] = [
  ["nothing", "", {}],
  ["a line", "a=1\n", { a: "1" }],
  ["the last line without its end", "a=1\nb=2", { a: "1", b: "2" }],
  ["lines that end in CR LF", "a=1\r\nb<<E\r\nx\r\ny\r\nE\r\n", { a: "1", b: "x\ny" }],
  ["empty lines and values", "\na=\n\nb= x \n", { a: "", b: " x " }],
  ["signs in a value", "a=b=c<<d 'é' $(x)\n", { a: "b=c<<d 'é' $(x)" }],
  ["a text of several lines", "a<<END\none\n\n=two\nEND\nb=1\n", { a: "one\n\n=two", b: "1" }],
  ["an end without its end of line, and a text without lines", "a<<E\nE\nb<<E\nx\nE", { a: "", b: "x" }],
  ["the last of equal keys", "a=1\na=2\na<<E\n3\nE\n", { a: "3" }],
  ["a byte order mark", "\ufeffa=1\n", { a: "1" }],
  ["every character of a key", "_a.B-9=1\n", { "_a.B-9": "1" }],
  ["the longest key", `${"k".repeat(100)}=1`, { ["k".repeat(100)]: "1" }],
];
for (const [what, text, values] of accepted) {
  Deno.test(`outputs: reads ${what}`, () => assert.deepEqual(parse(text), values));
}

const rejected: [string, string, unknown][] = [
  ["a line without a sign", "a=1\nb\n", { code: "no_key", line: 2 }],
  ["an empty key", "=1\n", { code: "bad_key", line: 1 }],
  ["a key with a space", "a =1\n", { code: "bad_key", line: 1 }],
  ["a key with a digit first", "1a=1\n", { code: "bad_key", line: 1 }],
  ["a key that is too long", `${"k".repeat(101)}=1`, { code: "bad_key", line: 1 }],
  ["the name of the folder", "a=1\nDir=1\n", { code: "reserved_key", line: 2 }],
  ["a text without an end", "a<<E\nx\n E\n", { code: "no_end", line: 1 }],
  ["a text without the name of its end", "a<<\nx\n\n", { code: "no_end", line: 1 }],
  ["NUL", "a=1\nb=\0\n", { code: "nul", line: 2 }],
];
for (const [what, text, problem] of rejected) {
  Deno.test(`outputs: rejects ${what}`, () => assert.deepEqual(parse(text), problem));
}

Deno.test("outputs: rejects what is not UTF-8", () => {
  assert.deepEqual(parseOutputs(Uint8Array.of(97, 61, 0xff, 10)), { code: "not_utf8" });
  assert.deepEqual(parseOutputs(Uint8Array.of(97, 61, 0xc3)), { code: "not_utf8" });
});

Deno.test("outputs: reads as many bytes as are allowed, and no more", () => {
  const most = `a=${"x".repeat(flowLimits.outputBytes - 2)}`;
  assert.deepEqual(parse(most), { a: most.slice(2) });
  assert.deepEqual(parse(`${most}x`), { code: "too_many_bytes" });
});

Deno.test("outputs: a key of the prototype is one like any other", () => {
  const found = parseOutputs(encode("__proto__=1\n"));
  assert.ok(found instanceof Map);
  assert.deepEqual([...found], [["__proto__", "1"]]);
});
