// Replaces byte strings in a stream that arrives in chunks of any size. Bytes that may begin a match are held back until
// that is certain; everything else passes immediately. The first 64 bytes of a long secret are enough to mask it, together
// with as many following bytes as match.
import { BytePatterns, fits, follow, hashOf, HEAD_BYTES, type Pattern } from "./byte_patterns.ts";

const MASK = new TextEncoder().encode("***");

/** A long pattern whose head was found, while its remaining bytes are compared. */
interface Followed {
  pattern: Pattern;
  matched: number;
  /** Index of the next byte to compare. */
  at: number;
  /** Follow it at least up to this index, because it has begun again. */
  until: number;
}

export class Masker {
  readonly #patterns: BytePatterns;
  readonly #onSignal: () => void;
  #held = new Uint8Array(0);
  /** How many of the held bytes are already masked. */
  #hidden = 0;
  #followed: Followed[] = [];

  /**
   * `signal` is a byte string that is removed from the stream: `onSignal` is called for each occurrence, and everything
   * before it is returned by the same call of `push` at the latest.
   */
  constructor(
    secrets: readonly Uint8Array[],
    private readonly signal: Uint8Array | null = null,
    onSignal = () => {},
  ) {
    if (signal && signal.length > HEAD_BYTES) throw new Error("the signal is too long");
    this.#patterns = new BytePatterns(signal ? [...secrets, signal] : secrets);
    this.#onSignal = onSignal;
  }

  /** Takes the next bytes of the stream and returns what may be shown of it. The result is valid until the next call. */
  push(chunk: Uint8Array): Uint8Array[] {
    return this.#pass(this.#held.length === 0 ? chunk : joined(this.#held, chunk), false);
  }

  /** Returns the bytes held back, at the end of the stream. */
  end(): Uint8Array[] {
    return this.#pass(this.#held, true);
  }

  #pass(data: Uint8Array, isEnd: boolean): Uint8Array[] {
    const out: Uint8Array[] = [];
    const { table, maxHeadLength } = this.#patterns;
    const length = data.length;
    const sure = length - Math.max(4, maxHeadLength);
    let hiddenEnd = this.#hidden;
    let visibleFrom = hiddenEnd;
    let at = 0;
    // The four bytes at this index, as `startAt` combines them.
    let four = length < 4 ? 0 : data[0]! << 8 | data[1]! << 16 | data[2]! << 24;
    let isFollowing = this.#followed.length > 0;
    for (; at < length; at++) {
      if (at + 3 < length) four = four >>> 8 | data[at + 3]! << 24;
      if (isFollowing) {
        const end = this.#followTo(data, at);
        if (end > hiddenEnd) hiddenEnd = end;
        if (end > visibleFrom) visibleFrom = end;
        isFollowing = this.#followed.length > 0;
      }
      if (at <= sure) {
        if (table[hashOf(four)] === 0) continue;
      } else if (!isEnd && this.#patterns.mayBegin(data, at, length)) break;
      else if (at + 4 > length || table[hashOf(four)] === 0) continue;
      const end = this.#matchAt(data, at);
      isFollowing = this.#followed.length > 0;
      if (end === 0) continue;
      if (end < 0) {
        if (at > visibleFrom) out.push(data.subarray(visibleFrom, at));
        visibleFrom = Math.max(visibleFrom, at - end);
        this.#onSignal();
        continue;
      }
      if (at >= hiddenEnd) {
        if (at > visibleFrom) out.push(data.subarray(visibleFrom, at));
        out.push(MASK);
      }
      hiddenEnd = Math.max(hiddenEnd, end);
      visibleFrom = Math.max(visibleFrom, hiddenEnd);
    }
    if (at > visibleFrom) out.push(data.subarray(visibleFrom, at));
    this.#hold(data, at, Math.max(visibleFrom, hiddenEnd) - at);
    return out;
  }

  // Returns the end of the longest match, 0 for none; for the signal its negative length.
  #matchAt(data: Uint8Array, at: number): number {
    let end = 0;
    for (const pattern of this.#patterns.startingAt(data, at)) {
      const { head, bytes } = pattern;
      if (at + head.length > data.length || !fits(head, data, at, head.length)) continue;
      if (bytes === this.signal) return -bytes.length;
      end = Math.max(end, at + head.length);
      if (bytes.length > HEAD_BYTES) this.#begin(pattern, at + HEAD_BYTES);
    }
    return end;
  }

  #begin(pattern: Pattern, at: number): void {
    // A pattern already being followed detects where it begins again, provided it is followed long enough.
    const known = this.#followed.find((one) => one.pattern === pattern);
    if (known) known.until = at;
    else this.#followed.push({ pattern, matched: HEAD_BYTES, at, until: at });
  }

  // Continues the followed patterns with the byte at `at`. Returns the end of the bytes to mask because of them.
  #followTo(data: Uint8Array, at: number): number {
    let end = 0;
    let isOver = false;
    for (const one of this.#followed) {
      if (one.at !== at) continue;
      one.matched = follow(one.pattern, one.matched, data[at]!);
      one.at = at + 1;
      if (one.matched >= HEAD_BYTES) end = at + 1;
      else isOver ||= one.at >= one.until;
    }
    if (isOver) {
      this.#followed = this.#followed.filter(({ matched, at, until }) => matched >= HEAD_BYTES || at < until);
    }
    return end;
  }

  #hold(data: Uint8Array, from: number, hidden: number): void {
    this.#held = data.slice(from);
    this.#hidden = Math.max(0, hidden);
    for (const one of this.#followed) {
      one.at -= from;
      one.until -= from;
    }
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
