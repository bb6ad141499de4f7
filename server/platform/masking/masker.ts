// Replaces byte strings in a stream that comes in chunks of any size. What may be the beginning of one is held back until it is
// known, everything else passes at once. Of a long one, its first 64 bytes are enough to be hidden, and as much after them as
// fits.
import { BytePatterns, fits, follow, hashOf, HEAD_BYTES, type Pattern } from "./byte_patterns.ts";

const MASK = new TextEncoder().encode("***");

/** A long pattern whose head was found, on the way through the rest of it. */
interface Followed {
  pattern: Pattern;
  matched: number;
  /** The next byte it is to be compared with. */
  at: number;
  /** Until here it is followed, whatever comes: it has begun once more. */
  until: number;
}

export class Masker {
  readonly #patterns: BytePatterns;
  readonly #signal: Uint8Array | null;
  readonly #onSignal: () => void;
  #held = new Uint8Array(0);
  /** How many of the bytes held are hidden already. */
  #hidden = 0;
  #followed: Followed[] = [];

  /**
   * `signal` is a byte string that is taken out of the stream: `onSignal` is called for each, and all before it is in the same
   * answer of `push` at the latest.
   */
  constructor(secrets: readonly Uint8Array[], signal: Uint8Array | null = null, onSignal = () => {}) {
    if (signal && signal.length > HEAD_BYTES) throw new Error("the signal is too long");
    this.#patterns = new BytePatterns(signal ? [...secrets, signal] : secrets);
    this.#signal = signal;
    this.#onSignal = onSignal;
  }

  /** Takes the next bytes of the stream and answers what may be shown of it. The answer is good until the next call. */
  push(chunk: Uint8Array): Uint8Array[] {
    return this.#pass(this.#held.length === 0 ? chunk : joined(this.#held, chunk), false);
  }

  /** Answers what was held back, at the end of the stream. */
  end(): Uint8Array[] {
    return this.#pass(this.#held, true);
  }

  #pass(data: Uint8Array, isEnd: boolean): Uint8Array[] {
    const out: Uint8Array[] = [];
    const { table, maxHeadLength } = this.#patterns;
    const length = data.length;
    const sure = length - Math.max(4, maxHeadLength);
    let hiddenEnd = this.#hidden;
    let visible = hiddenEnd;
    let at = 0;
    // The four bytes here, as `startAt` has them.
    let four = length < 4 ? 0 : data[0]! << 8 | data[1]! << 16 | data[2]! << 24;
    let isFollowing = this.#followed.length > 0;
    for (; at < length; at++) {
      if (at + 3 < length) four = four >>> 8 | data[at + 3]! << 24;
      if (isFollowing) {
        const end = this.#followTo(data, at);
        if (end > hiddenEnd) hiddenEnd = end;
        if (end > visible) visible = end;
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
        if (at > visible) out.push(data.subarray(visible, at));
        visible = Math.max(visible, at - end);
        this.#onSignal();
        continue;
      }
      if (at >= hiddenEnd) {
        if (at > visible) out.push(data.subarray(visible, at));
        out.push(MASK);
      }
      hiddenEnd = Math.max(hiddenEnd, end);
      visible = Math.max(visible, hiddenEnd);
    }
    if (at > visible) out.push(data.subarray(visible, at));
    this.#hold(data, at, Math.max(visible, hiddenEnd) - at);
    return out;
  }

  // The end of the longest match, 0 for none; of a signal its length below zero.
  #matchAt(data: Uint8Array, at: number): number {
    let end = 0;
    for (const pattern of this.#patterns.startingAt(data, at)) {
      const { head, bytes } = pattern;
      if (at + head.length > data.length || !fits(head, data, at, head.length)) continue;
      if (bytes === this.#signal) return -bytes.length;
      end = Math.max(end, at + head.length);
      if (bytes.length > HEAD_BYTES) this.#begin(pattern, at + HEAD_BYTES);
    }
    return end;
  }

  #begin(pattern: Pattern, at: number): void {
    // One that is followed already sees where it begins once more, if only it is followed long enough.
    const known = this.#followed.find((one) => one.pattern === pattern);
    if (known) known.until = at;
    else this.#followed.push({ pattern, matched: HEAD_BYTES, at, until: at });
  }

  // Goes on with what is followed by the byte at `at`. Answers the end of what is to be hidden because of it.
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
