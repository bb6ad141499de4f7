// Where to cut a stretch of bytes that was read from the middle of a log, so that it can be shown as whole lines of whole
// characters.

const newLine = 0x0a;
const longestCharacter = 4;

/** A stretch of a log: the text of the bytes from `offset` up to `next`. */
export interface LogPart {
  offset: number;
  next: number;
  text: string;
}

const decoder = new TextDecoder(); // ill-formed bytes become U+FFFD

/**
 * Reads the lines of bytes that begin at `offset`. What comes before the first new line belongs to a line whose beginning is
 * not here and is left out, unless there is no new line at all: then the line is shown from where it can be.
 */
export function readPart(
  bytes: Uint8Array<ArrayBuffer>,
  { offset, atStart, atEnd }: { offset: number; atStart: boolean; atEnd: boolean },
): LogPart {
  const from = atStart ? 0 : firstLine(bytes);
  const to = atEnd ? bytes.length : wholeCharacters(bytes);
  const text = decoder.decode(bytes.subarray(from, Math.max(from, to)));
  return { offset: offset + from, next: offset + Math.max(from, to), text };
}

function firstLine(bytes: Uint8Array): number {
  const end = bytes.indexOf(newLine);
  if (end >= 0 && end + 1 < bytes.length) return end + 1;
  let from = 0;
  while (from < longestCharacter && isContinuation(bytes[from])) from++;
  return from;
}

function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back < longestCharacter && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    return lengthFrom(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

// RFC 3629, section 3.
function lengthFrom(byte: number): number {
  if (byte >= 0xf0 && byte <= 0xf4) return 4;
  if (byte >= 0xe0) return byte < 0xf0 ? 3 : 1;
  return byte >= 0xc2 ? 2 : 1;
}
