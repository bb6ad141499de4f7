// Metadata of a log: which range was cut because the log is too large, and whether its offsets are still those of the
// process that wrote it. It is stored at the head of the times file, together with the inode of the log: metadata of
// another file, for example one that has since been replaced, is ignored.
import { closeSync, readSync } from "node:fs";
import type { Location } from "../../platform/files/files_root.ts";
import { openRegular } from "../../platform/files/open_regular.ts";

/** A name in a directory that is held open. */
export type LogName = Pick<Location, "folder" | "name">;

/** Bytes from `start` up to `end` that were cut. They read as zeros, or as anything. */
export interface Gap {
  start: number;
  end: number;
}

/** How offsets changed when the gap was closed: the gap began at `start`, and everything from `from` on moved to `to`. */
export interface Moved {
  start: number;
  from: number;
  to: number;
}

export interface LogHead {
  /** Incremented each time the offsets change. */
  generation: number;
  gap: Gap | null;
  moved: Moved | null;
}

export interface LogShape extends LogHead {
  size: number;
}

export const HEAD_BYTES = 64;
const MAGIC = 0x534c_4f31;
const none: LogHead = { generation: 0, gap: null, moved: null };

export function timesFile(log: string): string {
  return `${log}.times`;
}

/** Encodes a head. `inode` is the inode of the log. */
export function encodeHead({ generation, gap, moved }: LogHead, inode: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(HEAD_BYTES));
  view.setUint32(0, MAGIC);
  view.setUint32(4, generation);
  const numbers = [
    inode,
    gap?.start ?? 0,
    gap?.end ?? 0,
    moved?.start ?? 0,
    moved?.from ?? 0,
    moved?.to ?? 0,
  ];
  numbers.forEach((value, index) => view.setFloat64(8 + index * 8, value));
  return new Uint8Array(view.buffer);
}

/** Decodes a head; returns null when the bytes are not a head, or belong to another log. */
export function decodeHead(bytes: Uint8Array, inode: number): LogHead | null {
  if (bytes.length < HEAD_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEAD_BYTES);
  const numbers = [0, 1, 2, 3, 4, 5].map((at) => view.getFloat64(8 + at * 8));
  const [owner = 0, start = 0, end = 0, movedStart = 0, from = 0, to = 0] = numbers;
  if (view.getUint32(0) !== MAGIC || owner !== inode) return null;
  return {
    generation: view.getUint32(4),
    gap: end > start ? { start, end } : null,
    moved: from > to ? { start: movedStart, from, to } : null,
  };
}

/** Reads the current shape of a log; returns null when there is no regular file. */
export function readShape(log: LogName): LogShape | null {
  const before = findFile(log);
  if (!before) return null;
  const bytes = readHead(log);
  if (bytes === null) return { ...none, size: before.size };
  const head = decodeHead(bytes, before.ino);
  if (head) return { ...head, size: before.size };
  // The log may have been replaced between the two reads. Its two files are always replaced together.
  const after = findFile(log);
  if (!after || after.ino === before.ino) return { ...none, size: before.size };
  return { ...decodeHead(readHead(log) ?? bytes, after.ino) ?? none, size: after.size };
}

/** Reads the head of the log with an inode; returns null when there is none. */
export function findHead(log: LogName, inode: number): LogHead | null {
  const bytes = readHead(log);
  return bytes && decodeHead(bytes, inode);
}

/** Reads the inode and size of a log; returns null when there is no regular file. */
export function findFile({ folder, name }: LogName): { ino: number; size: number } | null {
  const stats = folder.find(name);
  return stats?.isFile() ? stats : null;
}

function readHead({ folder, name }: LogName): Uint8Array | null {
  try {
    const { descriptor } = openRegular(folder.at(timesFile(name)));
    try {
      const bytes = new Uint8Array(HEAD_BYTES);
      return bytes.subarray(0, readSync(descriptor, bytes, 0, HEAD_BYTES, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return null;
  }
}
