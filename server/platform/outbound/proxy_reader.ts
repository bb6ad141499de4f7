import { Buffer } from "node:buffer";
import type { Socket } from "node:net";

/** Thrown when a proxy does not do what was requested. */
export class ProxyError extends Error {
  override readonly name = "ProxyError";
}

const MAX_HEAD = 16 * 1024;

/** Reads the few bytes by which a proxy and its client agree, and returns the bytes after them to the socket. */
export class ProxyReader {
  #bytes: Buffer = Buffer.alloc(0);
  #wake: () => void = () => {};
  #isOver = false;
  readonly #onData = (chunk: Uint8Array) => {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    this.#wake();
  };
  readonly #onEnd = () => {
    this.#isOver = true;
    this.#wake();
  };

  constructor(private readonly socket: Socket) {
    socket.on("data", this.#onData).on("end", this.#onEnd).on("close", this.#onEnd);
  }

  async take(count: number): Promise<Buffer> {
    await this.#await(() => this.#bytes.length >= count);
    return this.#cut(count);
  }

  async until(mark: string): Promise<Buffer> {
    await this.#await(() => this.#bytes.includes(mark));
    return this.#cut(this.#bytes.indexOf(mark) + mark.length);
  }

  release(): void {
    this.socket.off("data", this.#onData).off("end", this.#onEnd).off("close", this.#onEnd);
    // Not paused, because nothing would resume it: the receiver must add its listeners in the same turn.
    if (this.#bytes.length > 0) this.socket.unshift(this.#bytes);
  }

  async #await(isThere: () => boolean): Promise<void> {
    while (!isThere()) {
      if (this.#isOver || this.#bytes.length > MAX_HEAD) {
        throw new ProxyError("the proxy closed the connection");
      }
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
  }

  #cut(count: number): Buffer {
    const taken = this.#bytes.subarray(0, count);
    this.#bytes = this.#bytes.subarray(count);
    return taken;
  }
}
