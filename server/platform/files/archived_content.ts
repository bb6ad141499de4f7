// One file's content on its way into an archive.
import type { Pack } from "tar-stream";

const BLOCK = 64 * 1024;

/** What stands in an archive for a file: exactly `size` bytes, cut off where there are more, filled up where there are fewer. */
export interface ArchivedContent {
  size: number;
  chunks: AsyncIterable<Uint8Array>;
  /** The byte it is filled up with. */
  filler: number;
}

type Header = Parameters<Pack["entry"]>[0];
type Entry = ReturnType<Pack["entry"]>;

/** Opens an entry. What is being packed when the reader leaves fails with the archive; an error that nobody hears would end the panel. */
export function openEntry(archive: Pack, header: Header): Entry {
  const entry = archive.entry(header);
  entry.on("error", () => {});
  return entry;
}

/**
 * Packs a file no faster than it is read, showing each part of its content to `onChunk`. Answers whether all of it is in: it is not
 * when the archive has ended meanwhile. Throws what its chunks throw.
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

// The size stands before the content.
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
    // Then neither of the two ever comes.
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
