// Where to cut a range of bytes from the middle of a log, so that it shows whole lines of whole characters.

const newLine = 0x0a;
const maxCharacter = 4;

/** A part of a log: the text of the bytes from `offset` up to `next`. */
export interface LogPart {
  offset: number;
  next: number;
  text: string;
  /** Number of bytes that were left out here because the log is too large; the text is then empty. */
  skipped?: number;
}

/** The range from `start` up to `end` that was left out: the bytes exist but have no meaning. */
export interface LogGap {
  start: number;
  end: number;
}

interface Stretch {
  offset: number;
  atStart: boolean;
  /** Whether the last character is complete because nothing follows. */
  atEnd: boolean;
}

const decoder = new TextDecoder(); // malformed bytes become U+FFFD

/**
 * Reads the lines of bytes that start at `offset`. Skips the text before the first line break, because the start of
 * that line is missing; without a line break, keeps the line from its first whole character.
 */
export function readPart(bytes: Uint8Array<ArrayBuffer>, { offset, atStart, atEnd }: Stretch): LogPart {
  const from = atStart ? 0 : firstLine(bytes);
  const to = atEnd ? bytes.length : wholeCharacters(bytes);
  const text = decoder.decode(bytes.subarray(from, Math.max(from, to)));
  return { offset: offset + from, next: offset + Math.max(from, to), text };
}

/**
 * Reads bytes that may contain a gap, as the parts before, at and after it. When loading towards the start or the end,
 * takes the whole gap even if the bytes end inside it, so that it appears once.
 */
export function readParts(
  bytes: Uint8Array<ArrayBuffer>,
  { gap, towards, ...stretch }: Stretch & { gap: LogGap | null; towards: "start" | "end" | "both" },
): LogPart[] {
  const { offset } = stretch;
  const end = offset + bytes.length;
  if (!gap || gap.end <= offset || gap.start >= end) return [readPart(bytes, stretch)];
  const from = towards === "end" ? Math.max(gap.start, offset) : gap.start;
  const to = towards === "start" ? Math.min(gap.end, end) : gap.end;
  const before = bytes.subarray(0, Math.max(0, gap.start - offset));
  const after = bytes.subarray(gap.end - offset);
  return [
    ...(before.length > 0 ? [readPart(before, { ...stretch, atEnd: true })] : []),
    { offset: from, next: to, text: "", skipped: to - from },
    ...(gap.end < end ? [readPart(after, { offset: gap.end, atStart: true, atEnd: stretch.atEnd })] : []),
  ];
}

function firstLine(bytes: Uint8Array): number {
  const end = bytes.indexOf(newLine);
  if (end >= 0 && end + 1 < bytes.length) return end + 1;
  let from = 0;
  while (from < maxCharacter && isContinuation(bytes[from])) from++;
  return from;
}

function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back < maxCharacter && back <= bytes.length; back++) {
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
