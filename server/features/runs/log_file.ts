import { join } from "node:path";

/** The log of a run: bytes on disk that may still grow. */
export class LogFile {
  readonly #path: string | null;
  /** Whether nothing will be added any more. */
  readonly complete: boolean;

  /** `logPath` was made by the engine, below `root`; null when the run never had one. */
  constructor(root: string, logPath: string | null, complete: boolean) {
    this.#path = logPath === null ? null : join(root, logPath);
    this.complete = complete;
  }

  /** Tells its size in bytes; 0 when there is none, or none any more. */
  async size(): Promise<number> {
    if (this.#path === null) return 0;
    return await Deno.stat(this.#path).then(({ size }) => size, () => 0);
  }

  /** Reads up to `length` bytes from `offset`; fewer at the end. */
  async read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#path === null || length <= 0) return new Uint8Array(0);
    using file = await openToRead(this.#path);
    if (!file) return new Uint8Array(0);
    await file.seek(offset, Deno.SeekMode.Start);
    const buffer = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      const count = await file.read(buffer.subarray(filled));
      if (count === null) break;
      filled += count;
    }
    return buffer.subarray(0, filled);
  }

  /** Streams the bytes from `start` up to, not including, `end`; reads only as fast as they are taken. */
  stream(start: number, end: number): ReadableStream<Uint8Array> {
    let at = start;
    return new ReadableStream({
      pull: async (controller) => {
        const chunk = await this.read(at, Math.min(CHUNK, end - at));
        at += chunk.length;
        if (chunk.length > 0) controller.enqueue(chunk);
        if (chunk.length === 0 || at >= end) controller.close();
      },
    }, { highWaterMark: 0 });
  }
}

const CHUNK = 256 * 1024;

async function openToRead(path: string): Promise<Deno.FsFile | null> {
  return await Deno.open(path, { read: true }).catch(() => null);
}
