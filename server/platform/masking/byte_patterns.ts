// Byte strings to find in a stream. Only the first bytes of each, its head, are looked up; longer patterns are followed
// from there, so that nothing is ever compared twice and no secret, however long or repetitive, makes it slow.

/** Bytes of a pattern that are looked up at once. */
export const HEAD_BYTES = 64;
/** Minimum length of a pattern in bytes. */
const SHORTEST_PATTERN = 4;

const TABLE_BITS = 16;

export interface Pattern {
  bytes: Uint8Array;
  head: Uint8Array;
  /**
   * Created when the pattern is first followed: for each length, how much of a prefix still matches when the next byte does
   * not.
   */
  failure: Int32Array | null;
}

export class BytePatterns {
  /** Indexed by a hash of four bytes: whether a pattern may begin with them. */
  readonly table = new Uint8Array(1 << TABLE_BITS);
  /** Longest heads first. */
  readonly #byStart = new Map<number, Pattern[]>();
  readonly #shortStarts = new Set<number>();
  readonly maxHeadLength: number;

  /** Patterns shorter than `SHORTEST_PATTERN` are ignored. */
  constructor(all: readonly Uint8Array[]) {
    const patterns = all.filter(({ length }) => length >= SHORTEST_PATTERN)
      .map((bytes): Pattern => ({ bytes, head: bytes.subarray(0, HEAD_BYTES), failure: null }))
      .sort((a, b) => b.head.length - a.head.length);
    for (const pattern of patterns) this.#add(pattern);
    this.maxHeadLength = patterns[0]?.head.length ?? 0;
  }

  #add(pattern: Pattern): void {
    const { head } = pattern;
    const start = startAt(head, 0);
    this.table[hashOf(start)] = 1;
    const others = this.#byStart.get(start);
    if (others) others.push(pattern);
    else this.#byStart.set(start, [pattern]);
    for (let length = 1; length < SHORTEST_PATTERN; length++) {
      this.#shortStarts.add(shortStart(head, 0, length));
    }
  }

  /** Lists the patterns whose head begins with the four bytes at `at`. */
  startingAt(data: Uint8Array, at: number): readonly Pattern[] {
    return this.#byStart.get(startAt(data, at)) ?? [];
  }

  /** Returns whether the rest of `data` from `at` on is a proper prefix of a head. */
  mayBegin(data: Uint8Array, at: number, end: number): boolean {
    const left = end - at;
    if (left < SHORTEST_PATTERN) return this.#shortStarts.has(shortStart(data, at, left));
    return this.startingAt(data, at).some(({ head }) => head.length > left && fits(head, data, at, left));
  }
}

/** Returns whether the first `length` bytes of a head are at `at`. */
export function fits(head: Uint8Array, data: Uint8Array, at: number, length: number): boolean {
  for (let index = 0; index < length; index++) if (head[index] !== data[at + index]) return false;
  return true;
}

/** Hashes four bytes, combined into one number, to an index of the table. */
export function hashOf(start: number): number {
  return Math.imul(start, 0x9e3779b1) >>> (32 - TABLE_BITS);
}

/** Combines the four bytes at an index into one number. */
function startAt(data: Uint8Array, at: number): number {
  return data[at]! | data[at + 1]! << 8 | data[at + 2]! << 16 | data[at + 3]! << 24;
}

function shortStart(data: Uint8Array, at: number, length: number): number {
  let start = length;
  for (let index = 0; index < length; index++) start = start * 256 + data[at + index]!;
  return start;
}

/** Follows a pattern by one byte and returns how much of its prefix matches the end of the input (Knuth, Morris, Pratt). */
export function follow(pattern: Pattern, matched: number, byte: number): number {
  const { bytes } = pattern;
  const failure = pattern.failure ??= failuresOf(bytes);
  let length = matched === bytes.length ? failure[matched - 1]! : matched;
  while (length > 0 && bytes[length] !== byte) length = failure[length - 1]!;
  return bytes[length] === byte ? length + 1 : length;
}

function failuresOf(bytes: Uint8Array): Int32Array {
  const failure = new Int32Array(bytes.length);
  for (let at = 1, length = 0; at < bytes.length; at++) {
    while (length > 0 && bytes[at] !== bytes[length]) length = failure[length - 1]!;
    if (bytes[at] === bytes[length]) length++;
    failure[at] = length;
  }
  return failure;
}
