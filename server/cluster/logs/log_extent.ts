// Which parts of a growing log are stored in the database: the beginning and a moving tail, like an oversized log on disk. At
// most one part between them is missing, so that readers can always show one mark for it.
import { remainingParts } from "../../engine/logs/log_cut.ts";

/** Largest chunk, in bytes. */
export const MAX_CHUNK_BYTES = 64 * 1024;
/** How many small chunks in a row become one. */
const SMALL_ROW = 64;

/** A part of a log that is stored as one row. */
export interface ChunkRange {
  start: number;
  length: number;
}

export function endOf({ start, length }: ChunkRange): number {
  return start + length;
}

/** Returns the size of chunks for logs of at most `maxBytes`, so that a small limit is not one chunk. */
export function chunkBytesFor(maxBytes: number): number {
  return Math.max(256, Math.min(MAX_CHUNK_BYTES, Math.floor(remainingParts(maxBytes).first / 4)));
}

/**
 * Decides what is removed of the stored chunks, which are in order: when the tail is too large its beginning, and everything
 * between two missing parts.
 */
export function trimExtent(
  chunks: readonly ChunkRange[],
  maxBytes: number,
): { remaining: ChunkRange[]; removed: ChunkRange[] } {
  const { first, last } = remainingParts(maxBytes);
  let headCount = 0;
  let expected = 0;
  for (const chunk of chunks) {
    if (chunk.start !== expected || endOf(chunk) > first) break;
    expected = endOf(chunk);
    headCount++;
  }
  let from = headCount;
  let tail = chunks.slice(headCount).reduce((sum, { length }) => sum + length, 0);
  if (tail > last + maxBytes / 8) {
    while (from < chunks.length - 1 && tail > last) tail -= chunks[from++]!.length;
  }
  const without = [...chunks.slice(0, headCount), ...chunks.slice(from)];
  const breaks = without.flatMap((chunk, index) =>
    chunk.start === (index === 0 ? 0 : endOf(without[index - 1]!)) ? [] : [index]
  );
  const [firstBreak = 0, lastBreak = firstBreak] = [breaks[0], breaks.at(-1)];
  const remaining = [...without.slice(0, firstBreak), ...without.slice(lastBreak)];
  const remainingChunks = new Set(remaining);
  return { remaining, removed: chunks.filter((chunk) => !remainingChunks.has(chunk)) };
}

/** Returns the small chunks at the end that should become one; null while there are few. */
export function mergeableEnd(chunks: readonly ChunkRange[], chunkBytes: number): ChunkRange[] | null {
  const small: ChunkRange[] = [];
  let bytes = 0;
  for (let index = chunks.length - 1; index >= 0; index--) {
    const chunk = chunks[index]!;
    const isNext = small.length === 0 || endOf(chunk) === small[0]!.start;
    if (!isNext || chunk.length * 16 > chunkBytes || bytes + chunk.length > chunkBytes) break;
    small.unshift(chunk);
    bytes += chunk.length;
  }
  return small.length >= SMALL_ROW || (small.length > 1 && bytes * 2 >= chunkBytes) ? small : null;
}
