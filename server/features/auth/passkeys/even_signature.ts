import { Buffer } from "node:buffer";

const NUMBER_BYTES = 32;
const INTEGER = 0x02;
const SEQUENCE = 0x30;

/**
 * Converts an ES256 signature so that both numbers have full length. Authenticators omit leading zeros, as
 * ASN.1 requires; the library expects 32 bytes after at most one zero, and so rejects about one valid
 * signature in a hundred. Throws if the input does not contain two numbers.
 */
export function evenSignature(der: Uint8Array): Uint8Array {
  if (der[0] !== SEQUENCE || der[1] !== der.length - 2) throw new Error("the signature is no sequence");
  const r = readNumber(der.subarray(2));
  const s = readNumber(r.rest);
  if (s.rest.length > 0) throw new Error("the signature goes on after its numbers");
  const body = [r, s].flatMap(({ bytes }) => [INTEGER, NUMBER_BYTES + 1, 0, ...bytes]);
  return Uint8Array.from([SEQUENCE, body.length, ...body]);
}

function readNumber(der: Uint8Array): { bytes: Uint8Array; rest: Uint8Array } {
  const end = 2 + (der[1] ?? 0);
  const number = der.subarray(der[2] === 0 ? 3 : 2, end);
  if (der[0] !== INTEGER || end > der.length || number.length > NUMBER_BYTES) {
    throw new Error("the signature has no number where one should be");
  }
  const bytes = Buffer.alloc(NUMBER_BYTES);
  bytes.set(number, NUMBER_BYTES - number.length);
  return { bytes, rest: der.subarray(end) };
}
