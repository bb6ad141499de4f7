import { createHash } from "node:crypto";
import { constants, promises, type Stats } from "node:fs";
import { AppError } from "../../contract/app_error.ts";
import { wrongKind } from "./file_errors.ts";
import type { Location } from "./files_root.ts";

// Non-blocking: if a pipe is put there between the check and the open, opening it must not wait for a writer.
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const CHUNK = 256 * 1024;

export class RegularFile implements AsyncDisposable {
  private constructor(private readonly handle: promises.FileHandle, readonly stats: Stats) {}

  /** Opens a file for reading. Throws `wrong_kind` for anything else, without opening it, and file system errors. */
  static async open(
    { folder, name, path }: Pick<Location, "folder" | "name" | "path">,
  ): Promise<RegularFile> {
    if (!folder.check(name).isFile()) throw wrongKind(path, "file");
    const handle = await promises.open(folder.at(name), READ);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) throw wrongKind(path, "file");
      return new RegularFile(handle, stats);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Reads the whole file. Throws `payload_too_large` beyond `limit` bytes. */
  async readAll(limit: number): Promise<Uint8Array<ArrayBuffer>> {
    const tooLarge = () => new AppError("payload_too_large", { limit });
    if (this.stats.size > limit) throw tooLarge();
    const chunks: Uint8Array[] = [];
    let size = 0;
    // The file may grow while it is read.
    for await (const chunk of this.chunks()) {
      size += chunk.length;
      if (size > limit) throw tooLarge();
      chunks.push(chunk);
    }
    const whole = new Uint8Array(size);
    let at = 0;
    for (const chunk of chunks) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    return whole;
  }

  /** Returns the SHA-256 of the content, as hex. */
  async hash(): Promise<string> {
    const hash = createHash("sha256");
    for await (const chunk of this.chunks()) hash.update(chunk);
    return hash.digest("hex");
  }

  /** Reads the file in chunks, from a position up to another or to its end. */
  async *chunks({ from = 0, to = Infinity } = {}): AsyncGenerator<Uint8Array, void> {
    for (let at = from; at < to;) {
      const chunk = new Uint8Array(Math.min(CHUNK, to - at));
      const { bytesRead } = await this.handle.read(chunk, 0, chunk.length, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield chunk.subarray(0, bytesRead);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.handle.close();
  }
}

interface SentFile {
  size: number;
  /** Its bytes; cancelling it, or reading it to the end, closes the file. */
  body: ReadableStream<Uint8Array>;
}

/** Opens a file for sending in chunks, exactly as many bytes as it has now. Throws `wrong_kind` and file system errors. */
export async function streamFile(location: Pick<Location, "folder" | "name" | "path">): Promise<SentFile> {
  const file = await RegularFile.open(location);
  const { size } = file.stats;
  const chunks = file.chunks();
  let left = size;
  return {
    size,
    body: new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value } = left === 0 ? { value: undefined } : await chunks.next();
        if (value === undefined) {
          await file[Symbol.asyncDispose]();
          // A file that shrank in the meantime must not look complete.
          if (left > 0) return controller.error(new Error("the file was truncated while it was being sent"));
          return controller.close();
        }
        const part = value.subarray(0, Math.min(value.length, left));
        left -= part.length;
        controller.enqueue(part);
      },
      cancel: () => file[Symbol.asyncDispose](),
    }, { highWaterMark: 0 }),
  };
}
