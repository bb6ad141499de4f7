import { Buffer } from "node:buffer";

const NUMBER_BYTES = 32;
const INTEGER = 0x02;
const SEQUENCE = 0x30;

/**
 * Writes an ES256 signature with both of its numbers at full length. Authenticators leave out leading zeros, as ASN.1 wants it; the
 * library takes each number for 32 bytes after at most one zero, and so refuses about one right signature in a hundred. Throws
 * where there are no two numbers.
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
