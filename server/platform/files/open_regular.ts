// Opening files in directories that others write to as well. What lies at a name may be anything by then: a link to a file
// elsewhere, or a pipe whose opening would wait for ever.
import { close, closeSync, constants, fstatSync, openSync, read, unlinkSync, write } from "node:fs";
import type { Stats } from "node:fs";
import { promisify } from "node:util";
import { errorCode } from "./file_errors.ts";

/** A regular file that is open. Whoever opened it closes the descriptor. */
export interface OpenedFile {
  descriptor: number;
  stats: Stats;
}

const HERE = constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a regular file, and nothing else: a link is not followed, a pipe is not waited for. Throws errors of the file system,
 * `ENXIO` for what is no regular file.
 */
export function openRegular(path: string, flags: number = constants.O_RDONLY, mode?: number): OpenedFile {
  const descriptor = openSync(path, flags | HERE, mode);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw Object.assign(new Error(`${path} is no regular file`), { code: "ENXIO" });
    return { descriptor, stats };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/**
 * Creates a file (0600) for reading and writing in place of what is there: a link goes, and what it leads to stays. Throws
 * errors of the file system, also where there is a directory.
 */
export function createRegular(path: string, flags = 0): OpenedFile {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
  return openRegular(path, flags | constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
}

/** Reads up to `length` bytes from `offset`; fewer only at the end of the file. */
export async function readAt(
  descriptor: number,
  offset: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(Math.max(0, length));
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await readSome(descriptor, bytes, filled, bytes.length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

/** Writes all bytes at `offset`, or behind the last ones for a file that is open for appending. */
export async function writeAt(descriptor: number, offset: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    done += (await writeSome(descriptor, bytes, done, bytes.length - done, offset + done)).bytesWritten;
  }
}

/** Closes a descriptor without waiting for the disk on this thread. */
export const closeDescriptor = promisify(close);
const readSome = promisify(read);
const writeSome = promisify(write);
