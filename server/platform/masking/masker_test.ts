import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { HEAD_BYTES } from "./byte_patterns.ts";
import { Masker } from "./masker.ts";
import { secretForms } from "./secret_forms.ts";
import { assertScales } from "../../../tests/support/assert_scales.ts";
import { byLength } from "../../../tests/support/suite_length.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** Masks chunks and returns the result as text; each mask is `***`. */
function mask(secrets: readonly Uint8Array[], chunks: readonly Uint8Array[]): string {
  const masker = new Masker(secrets);
  const parts = chunks.flatMap((chunk) => masker.push(chunk).map((part) => part.slice()));
  return Buffer.concat([...parts, ...masker.end().map((part) => part.slice())]).toString("latin1");
}

/** The same, slowly: compares every position with every secret. */
function maskPlainly(secrets: readonly Uint8Array[], data: Uint8Array): string {
  let out = "";
  let hidden = 0;
  for (let at = 0; at < data.length; at++) {
    const end = at + Math.max(0, ...secrets.map((secret) => hiddenBy(secret, data, at)));
    if (end > at && at >= hidden) out += "***";
    hidden = Math.max(hidden, end);
    if (at >= hidden) out += String.fromCharCode(data[at]!);
  }
  return out;
}

function hiddenBy(secret: Uint8Array, data: Uint8Array, at: number): number {
  if (secret.length < 4) return 0;
  let common = 0;
  while (common < secret.length && data[at + common] === secret[common]) common++;
  return common === secret.length || common >= HEAD_BYTES ? common : 0;
}

function cut(data: Uint8Array, positions: readonly number[]): Uint8Array[] {
  const ends = [...new Set(positions.map((index) => index % (data.length + 1)))].sort((a, b) => a - b);
  return [0, ...ends].map((from, index) => data.subarray(from, ends[index] ?? data.length));
}

// Few different bytes, so that prefixes, repetitions and overlaps are frequent.
const fewBytes = (max: number) =>
  fc.array(fc.integer({ min: 97, max: 98 }), { maxLength: max }).map((bytes) => Uint8Array.from(bytes));

Deno.test("masker: hides what a plain search hides, however the stream is split", () => {
  fc.assert(
    fc.property(
      fc.array(fewBytes(12), { maxLength: 4 }),
      fewBytes(80),
      fc.array(fc.nat(), { maxLength: 12 }),
      (secrets, data, positions) => {
        assert.equal(mask(secrets, cut(data, positions)), maskPlainly(secrets, data));
      },
    ),
    { numRuns: byLength(500, 3_000) },
  );
});

Deno.test("masker: hides long secrets, complete or partial, inside one another", () => {
  const long = fc.tuple(fewBytes(9), fc.integer({ min: 0, max: 40 }), fewBytes(70)).map((
    [unit, times, rest],
  ) => Uint8Array.from([...Array.from({ length: times }, () => [...unit]).flat(), ...rest]));
  const story = fc.array(long, { minLength: 1, maxLength: 3 }).chain((secrets) => {
    const pieces = fc.array(
      fc.oneof(
        fewBytes(20),
        fc.tuple(fc.constantFrom(...secrets), fc.nat(), fc.nat()).map(([secret, from, to]) =>
          secret.subarray(
            from % 3 === 0 ? from % (secret.length + 1) : 0,
            to % 2 === 0 ? undefined : to % 200,
          )
        ),
      ),
      { maxLength: 6 },
    );
    return fc.tuple(fc.constant(secrets), pieces, fc.array(fc.nat(), { maxLength: 12 }));
  });
  fc.assert(
    fc.property(story, ([secrets, pieces, positions]) => {
      const data = Uint8Array.from(pieces.flatMap((piece) => [...piece]));
      assert.equal(mask(secrets, cut(data, positions)), maskPlainly(secrets, data));
    }),
    { numRuns: byLength(400, 2_000) },
  );
});

Deno.test("masker: hides a secret that is split at any position", () => {
  const secret = encode("pa55-🔑-word");
  const data = encode(`before ${new TextDecoder().decode(secret)} after`);
  for (let index = 0; index <= data.length; index++) {
    assert.equal(mask([secret], [data.subarray(0, index), data.subarray(index)]), "before *** after");
  }
  assert.equal(mask([secret], [...data].map((byte) => Uint8Array.of(byte))), "before *** after");
});

Deno.test("masker: passes what cannot be a secret immediately, and holds back what may be one", () => {
  const masker = new Masker([encode("secret")]);
  const push = (text: string) => Buffer.concat(masker.push(encode(text))).toString();
  assert.equal(push("Waiting for se"), "Waiting for ");
  assert.equal(push("ven"), "seven");
  assert.equal(push("secre"), "");
  assert.equal(push("t!"), "***!");
  assert.equal(push("sec"), "");
  assert.equal(Buffer.concat(masker.end()).toString(), "sec");
});

Deno.test("masker: removes a signal and reports it after everything before it", () => {
  let signals = 0;
  const masker = new Masker([encode("secret")], encode("\0over\0"), () => signals++);
  const push = (text: string) => Buffer.concat(masker.push(encode(text))).toString();
  assert.deepEqual([push("begin sec\0ov"), signals], ["begin sec", 0]);
  assert.deepEqual([push("er\0 and secret"), signals], [" and ***", 1]);
  assert.deepEqual([push("x\0over\0"), signals], ["x", 2]);
});

Deno.test("masker: a repetitive secret does not make it slow", () => {
  const output = encode("a".repeat(4 * 1024 * 1024));
  assertScales((size) => {
    const masker = new Masker([encode(`${"a".repeat(size)}b`), ...secretForms("aaaaaaab")]);
    for (let at = 0; at < size * 40; at += 65_536) masker.push(output.subarray(at, at + 65_536));
  }, 40_000);
});

const masked = (secret: string, text: string) => mask(secretForms(secret), [encode(text)]);

Deno.test("secret forms: hides it in base64 at any position in the text", () => {
  for (
    const secret of ["abcd", "hunter22", "密码是 123?>~~", "x".repeat(200), "line one\nline two is longer"]
  ) {
    for (const before of ["", "a", "ab", "abc", "abcd"]) {
      for (const after of ["", "z", "zy", "zyx"]) {
        const base64 = Buffer.from(before + secret + after).toString("base64");
        for (
          const text of [base64, base64.replaceAll("+", "-").replaceAll("/", "_"), base64.replace(/=+$/, "")]
        ) {
          const left = masked(secret, text);
          assert.match(left, /\*\*\*/, text);
          const signs = left.replaceAll("***", "").replaceAll("=", "").length;
          const around = Math.ceil(before.length * 8 / 6) + Math.ceil((after.length + 1) * 8 / 6);
          assert.ok(signs <= around, `${left} reveals too much of ${text}`);
        }
      }
    }
  }
});

Deno.test("secret forms: hides it in base64 with line breaks, in URLs, in JSON, and line by line", () => {
  const long = Array.from({ length: 150 }, (_, n) => String.fromCharCode(33 + n * 7 % 90)).join("");
  const base64 = Buffer.from(`${long}\n`).toString("base64").replace(/.{76}/g, "$&\n");
  assert.ok(masked(long, base64).length < 8, masked(long, base64));
  const odd = "p@ss w/ö~(rd)'s&=";
  const address = encodeURIComponent(odd);
  for (
    const text of [
      odd,
      address,
      address.replace(/%../g, (digits) => digits.toLowerCase()),
      new URLSearchParams({ a: odd }).toString().slice(2),
    ]
  ) assert.equal(masked(odd, text), "***", text);
  assert.equal(masked('say "hi"\\now', JSON.stringify('say "hi"\\now')), '"***"');
  assert.equal(masked("first line\nsecond line", "a second line\nfirst line b"), "a ***\n*** b");
});

Deno.test("secret forms: hides it in base64 with line breaks at any position in the text", () => {
  for (const secret of ["hunter22-and-more", "密码".repeat(8), "0123456789abcdefghij".repeat(12)]) {
    for (const width of [64, 76]) {
      for (let before = 0; before < 130; before++) {
        const base64 = Buffer.from(`${"-".repeat(before)}${secret}--`).toString("base64");
        const text = base64.replace(new RegExp(`.{${width}}(?=.)`, "g"), "$&\n");
        const left = masked(secret, text).replaceAll("***", "").replace(/[\n=]/g, "").length;
        assert.ok(left <= Math.ceil(before * 8 / 6) + 4, `${width} ${before}: ${masked(secret, text)}`);
      }
    }
  }
});

Deno.test("secret forms: hides it as quoted by Python, PHP and shells", () => {
  const odd = `it's 密码/"$HOME" \\ \`a\``;
  const escaped = (text: string) =>
    text.replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
  for (
    const text of [
      escaped(JSON.stringify(odd).slice(1, -1)), // json.dumps
      escaped(JSON.stringify(odd).slice(1, -1)).replaceAll("/", "\\/"), // json_encode
      odd.replaceAll("'", "'\\''"), // set -x
      odd.replace(/["$`\\]/g, "\\$&"), // export -p
      `it\\'s 密码/"$HOME" \\\\ \`a\``, // repr
    ]
  ) assert.equal(masked(odd, text), "***", text);
  assert.equal(masked('a "b" c\\d', 'a "b" c\\\\d'), "***"); // repr in single quotes
});
