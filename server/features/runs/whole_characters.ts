const MAX_CHARACTER = 4;

/**
 * Cuts off an incomplete UTF-8 character at the end of a chunk, so that chunks can be decoded one by one.
 * With `last`, or if the bytes are not UTF-8, cuts nothing.
 */
export function wholeCharacters(bytes: Uint8Array<ArrayBuffer>, last: boolean): Uint8Array<ArrayBuffer> {
  if (last) return bytes;
  for (let back = 1; back <= Math.min(MAX_CHARACTER, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    const isContinuation = (byte & 0xc0) === 0x80;
    if (isContinuation) continue;
    return lengthFromLead(byte) > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

// RFC 3629, section 3.
function lengthFromLead(byte: number): number {
  if (byte >= 0xf0 && byte <= 0xf4) return 4;
  if (byte >= 0xe0) return byte < 0xf0 ? 3 : 1;
  return byte >= 0xc2 ? 2 : 1;
}
