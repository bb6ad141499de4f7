import type { Extract } from "tar-stream";
import { AppError } from "../../contract/app_error.ts";
import { archiveError } from "./archive_form.ts";

const CHUNK = 256 * 1024;

/** An entry as the tar describes it; nothing about it is checked. */
export interface TarEntry {
  header: { name: string; type?: string | null; size?: number; mode?: number; mtime?: Date };
  content: AsyncIterable<Uint8Array>;
}

/** Yields the entries of a tar in order. Throws `archive_refused` when it cannot be read. */
export async function* tarEntries(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry, void> {
  const { default: tar } = await import("tar-stream");
  const archive = tar.extract();
  let error: unknown;
  archive.on("error", () => {});
  const feeding = feed(source, archive).catch((reason) => {
    error = reason;
    archive.destroy(reason instanceof Error ? reason : new Error(String(reason)));
  });
  try {
    for await (const entry of archive) {
      // Its chunks are bytes: no encoding is set.
      yield { header: entry.header, content: checked(entry as AsyncIterable<Uint8Array>, () => error) };
    }
  } catch (reason) {
    throw error ?? asArchiveError(reason);
  } finally {
    archive.destroy();
    await feeding;
  }
  if (error) throw error;
}

// The reader of an entry sees the reason why it ends early.
function checked(content: AsyncIterable<Uint8Array>, reason: () => unknown): AsyncIterable<Uint8Array> {
  const chunks = content[Symbol.asyncIterator]();
  const next = () =>
    chunks.next().catch((error: unknown) => {
      throw reason() ?? asArchiveError(error);
    });
  return { [Symbol.asyncIterator]: () => ({ next }) };
}

async function feed(source: AsyncIterable<Uint8Array>, archive: Extract): Promise<void> {
  const closed = Promise.withResolvers<void>();
  archive.once("close", () => closed.resolve());
  for await (const chunk of source) {
    if (archive.destroyed) return;
    if (!archive.write(chunk)) {
      const { promise, resolve } = Promise.withResolvers<void>();
      archive.once("drain", resolve);
      await Promise.race([promise, closed.promise]);
    }
  }
  archive.end(null);
}

/** Converts an error of reading a tar or another archive. */
export function asArchiveError(reason: unknown): AppError {
  if (reason instanceof AppError) return reason;
  const message = reason instanceof Error ? reason.message : "";
  return archiveError(message.includes("Unexpected end") ? "truncated" : "damaged");
}

/** Passes a stream on. Throws `archive_refused` once it is longer than `limit` bytes. */
export async function* bounded(
  source: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > limit) throw archiveError("too_large");
    yield chunk;
  }
}

/** Yields the content of a file. */
export async function* chunksOf(path: string): AsyncGenerator<Uint8Array, void> {
  using file = await Deno.open(path);
  for (;;) {
    const chunk = new Uint8Array(CHUNK);
    const read = await file.read(chunk);
    if (read === null) return;
    yield chunk.subarray(0, read);
  }
}
