/** One block of an event stream, its fields by name; the name of a comment is "". */
export type Block = Record<string, string>;

/** Reads an event stream block by block. */
export class EventReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #rest = "";

  constructor(response: Response) {
    if (!response.body) throw new Error("the response has no body");
    this.#reader = response.body.getReader();
  }

  /** Reads the next block; null when the stream has ended. */
  async next(): Promise<Block | null> {
    while (!this.#rest.includes("\n\n")) {
      const { done, value } = await this.#reader.read();
      if (done) return null;
      this.#rest += this.#decoder.decode(value, { stream: true });
    }
    const end = this.#rest.indexOf("\n\n");
    const lines = this.#rest.slice(0, end).split("\n");
    this.#rest = this.#rest.slice(end + 2);
    return Object.fromEntries(lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
    }));
  }

  async take(count: number): Promise<(Block | null)[]> {
    const blocks: (Block | null)[] = [];
    for (let n = 0; n < count; n++) blocks.push(await this.next());
    return blocks;
  }

  /** Disconnects, as a browser that closes the page. */
  close(): Promise<void> {
    return this.#reader.cancel();
  }
}
