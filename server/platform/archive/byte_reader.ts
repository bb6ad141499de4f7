/** Reads a stream in pieces of a wanted length. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #held: Uint8Array = new Uint8Array();
  #ended = false;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Reads so many bytes; fewer only at the end. */
  async upTo(length: number): Promise<Uint8Array> {
    const piece = new Uint8Array(length);
    let at = 0;
    while (at < length && !await this.isAtEnd()) {
      const part = this.#held.subarray(0, length - at);
      piece.set(part, at);
      at += part.length;
      this.#held = this.#held.subarray(part.length);
    }
    return piece.subarray(0, at);
  }

  /** Reads exactly so many bytes; null when there are fewer. */
  async exactly(length: number): Promise<Uint8Array | null> {
    const piece = await this.upTo(length);
    return piece.length === length ? piece : null;
  }

  /** Tells whether there is nothing more. */
  async isAtEnd(): Promise<boolean> {
    while (this.#held.length === 0 && !this.#ended) {
      const { done, value } = await this.#source.next();
      if (done) this.#ended = true;
      else this.#held = value;
    }
    return this.#held.length === 0;
  }
}
