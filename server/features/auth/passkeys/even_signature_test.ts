import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createSign, generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { evenSignature } from "./even_signature.ts";

// An ASN.1 integer: no leading zeros, except one if the first bit is set.
function integer(bytes: Uint8Array): number[] {
  const start = bytes.findIndex((byte) => byte !== 0);
  const short = start === -1 ? [0] : [...bytes.subarray(start)];
  const signed = short[0]! >= 0x80 ? [0, ...short] : short;
  return [2, signed.length, ...signed];
}

const shortNumber = fc.tuple(fc.integer({ min: 0, max: 32 }), fc.uint8Array({ minLength: 32, maxLength: 32 }))
  .map(([zeros, bytes]) => bytes.map((byte, at) => at < zeros ? 0 : byte));

Deno.test("even signature: pads both numbers to full length after one zero, however many zeros were omitted", () => {
  fc.assert(fc.property(shortNumber, shortNumber, (r, s) => {
    const body = [...integer(r), ...integer(s)];
    const even = evenSignature(Uint8Array.from([0x30, body.length, ...body]));
    assert.deepEqual([...even], [0x30, 70, 2, 33, 0, ...r, 2, 33, 0, ...s]);
  }));
});

Deno.test("even signature: rejects what is not a signature", () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const right = createSign("sha256").update("x").sign(privateKey);
  assert.equal(evenSignature(right).length, 72);
  for (let length = 0; length < right.length; length++) {
    assert.throws(() => evenSignature(right.subarray(0, length)), `${length} bytes`);
  }
  assert.throws(() => evenSignature(Buffer.concat([right, Buffer.from([0])])));
  const body = [2, 34, 1, ...right.subarray(4, 37), 2, 1, 1];
  assert.throws(() => evenSignature(Uint8Array.from([0x30, body.length, ...body])), "a number of 34 bytes");
});
