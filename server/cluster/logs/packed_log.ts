// The form of a whole log in the database: gzip of the log, followed by its times file, so that other nodes show when each
// line appeared and readers of the growing log continue at the right place.
import { promisify } from "node:util";
import { constants } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip, gunzip } from "node:zlib";
import type { Language } from "../../contract/settings.ts";
import { FilesRoot } from "../../platform/files/files_root.ts";
import { closeDescriptor, openRegular, readAt } from "../../platform/files/open_regular.ts";
import { findGap, gapLine } from "../../engine/logs/log_cut.ts";
import {
  decodeHead,
  encodeHead,
  type Gap,
  HEAD_BYTES,
  type LogHead,
  type Moved,
  readShape,
} from "../../engine/logs/log_shape.ts";
import {
  decodeTimes,
  encodeTimes,
  type LogTime,
  MAX_TIMES_BYTES,
  moveTimes,
  readTimes,
} from "../../engine/logs/log_times.ts";

/** A row is read and decompressed as a whole, so a log is cut to this size even if its file may be larger. */
export const MAX_PACKED_BYTES = 64 * 1024 * 1024;
const CHUNK = 1024 * 1024;
/** Packed times belong to no file; the reader enters its own. */
const NO_INODE = 0;
const none: LogHead = { generation: 0, gap: null, moved: null };

export interface PackedLog {
  /** Uncompressed size of the log without its times. */
  size: number;
  content: Uint8Array;
}

/** A whole log, as read from the database. */
export interface UnpackedLog {
  bytes: Uint8Array;
  head: LogHead;
  times: LogTime[];
}

/** Packs the log file of a run that has ended. Throws `AppError` and file system errors when it cannot be read. */
export async function packLog(
  root: string,
  path: string,
  { maxBytes, language }: { maxBytes: number; language: Language },
): Promise<PackedLog> {
  using location = new FilesRoot(root).location(path);
  const { descriptor, stats } = openRegular(location.folder.at(location.name), constants.O_RDONLY);
  try {
    const shape = readShape(location) ?? { ...none, size: stats.size };
    const times = await readTimes(location, stats.ino);
    const limits = { size: stats.size, maxBytes: Math.min(maxBytes, MAX_PACKED_BYTES), gap: shape.gap };
    // The engine has cut it already, before it wrote the last line.
    const isLarge = stats.size > limits.maxBytes * 9 / 8 || shape.gap !== null;
    const gap = isLarge ? await findGap(descriptor, limits) : null;
    if (!gap) return await pack([{ start: 0, end: stats.size }], descriptor, { head: shape, times });
    const mark = new TextEncoder().encode(gapLine(gap.end - gap.start, language));
    const moved = { start: gap.start, from: gap.end, to: gap.start + mark.length };
    const head = { generation: 1, gap: null, moved: joinMoves(shape.moved, moved) };
    const parts = [{ start: 0, end: gap.start }, mark, { start: gap.end, end: stats.size }];
    return await pack(parts, descriptor, { head, times: moveTimes(times, gap, moved.to) });
  } finally {
    await closeDescriptor(descriptor);
  }
}

/** Unpacks a log. Throws when the content is not what `packLog` makes. */
export async function unpackLog({ size, content }: PackedLog): Promise<UnpackedLog> {
  const bytes = await promisify(gunzip)(content, { maxOutputLength: size + MAX_TIMES_BYTES + 1 });
  const times = bytes.subarray(size);
  const head = decodeHead(times, NO_INODE);
  if (bytes.length < size + HEAD_BYTES || head === null) throw new Error("a stored log is incomplete");
  return { bytes: bytes.subarray(0, size), head, times: decodeTimes(times) };
}

async function pack(
  parts: readonly (Gap | Uint8Array)[],
  descriptor: number,
  { head, times }: { head: LogHead; times: LogTime[] },
): Promise<PackedLog> {
  const packed: Uint8Array[] = [];
  let size = 0;
  await pipeline(Readable.from(bytesOf()), createGzip(), async (compressed: AsyncIterable<Uint8Array>) => {
    for await (const chunk of compressed) packed.push(chunk);
  });
  return {
    size,
    content: new Uint8Array(await new Blob(packed.map((part) => Uint8Array.from(part))).arrayBuffer()),
  };

  async function* bytesOf(): AsyncGenerator<Uint8Array, void> {
    for (const part of parts) {
      for await (const bytes of part instanceof Uint8Array ? [part] : readPart(descriptor, part)) {
        size += bytes.length;
        yield bytes;
      }
    }
    const { generation, moved } = head;
    yield encodeTimes(encodeHead({ generation, gap: null, moved }, NO_INODE), times);
  }
}

async function* readPart(descriptor: number, { start, end }: Gap): AsyncGenerator<Uint8Array, void> {
  for (let at = start; at < end;) {
    const bytes = await readAt(descriptor, at, Math.min(CHUNK, end - at));
    // A task may have truncated its log.
    if (bytes.length === 0) return;
    at += bytes.length;
    yield bytes;
  }
}

// Other nodes only know the offsets before the first move, so two moves become one.
function joinMoves(before: Moved | null, moved: Moved): Moved {
  if (before === null || moved.from < before.to) return moved;
  return {
    start: Math.min(before.start, moved.start),
    from: moved.from - before.to + before.from,
    to: moved.to,
  };
}
