// Writes the content of one file into an archive.
import type { Pack } from "tar-stream";

const BLOCK = 64 * 1024;

/** The content of an archive entry: exactly `size` bytes, truncated or padded as needed. */
export interface ArchivedContent {
  size: number;
  chunks: AsyncIterable<Uint8Array>;
  /** The byte used for padding. */
  filler: number;
}

type Header = Parameters<Pack["entry"]>[0];
type Entry = ReturnType<Pack["entry"]>;

/**
 * Opens an entry. An entry in progress when the reader cancels fails with the archive; its unhandled error event would end
 * the panel.
 */
export function openEntry(archive: Pack, header: Header): Entry {
  const entry = archive.entry(header);
  entry.on("error", () => {});
  return entry;
}

/**
 * Packs a file at the speed of its reader, passing each chunk to `onChunk`. Returns false when the archive ended before
 * everything was written. Throws what its chunks throw.
 */
export async function addContent(
  archive: Pack,
  header: Header,
  content: ArchivedContent,
  onChunk?: (chunk: Uint8Array) => void,
): Promise<boolean> {
  const sink = openEntry(archive, { ...header, size: content.size });
  for await (const chunk of exactly(content)) {
    onChunk?.(chunk);
    if (!sink.write(chunk)) await drained(sink, archive);
    if (archive.destroyed) return false;
  }
  sink.end(null);
  return true;
}

// The size comes before the content.
async function* exactly({ size, chunks, filler }: ArchivedContent): AsyncGenerator<Uint8Array, void> {
  let left = size;
  for await (const chunk of chunks) {
    if (left === 0) return;
    const part = chunk.subarray(0, Math.min(chunk.length, left));
    left -= part.length;
    yield part;
  }
  for (; left > 0; left -= Math.min(left, BLOCK)) yield new Uint8Array(Math.min(left, BLOCK)).fill(filler);
}

function drained(sink: Entry, archive: Pack): Promise<void> {
  return new Promise((resolve) => {
    // After that, neither event is emitted.
    if (archive.destroyed) return resolve();
    const done = () => {
      sink.removeListener("drain", done);
      archive.removeListener("close", done);
      resolve();
    };
    sink.on("drain", done);
    archive.on("close", done);
  });
}
