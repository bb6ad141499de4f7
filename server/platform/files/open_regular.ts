// Opens files in directories that others also write to. Any name may have become something else: a link to a file
// elsewhere, or a pipe that would block forever when opened.
import { close, closeSync, constants, fstatSync, openSync, read, unlinkSync, write } from "node:fs";
import type { Stats } from "node:fs";
import { promisify } from "node:util";
import { errorCode } from "./file_errors.ts";

/** An open regular file. Whoever opened it closes the descriptor. */
export interface OpenedFile {
  descriptor: number;
  stats: Stats;
}

const HERE = constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a regular file and nothing else: links are not followed, pipes do not block. Throws file system errors, `ENXIO`
 * when it is not a regular file.
 */
export function openRegular(path: string, flags: number = constants.O_RDONLY, mode?: number): OpenedFile {
  const descriptor = openSync(path, flags | HERE, mode);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw Object.assign(new Error(`${path} is not a regular file`), { code: "ENXIO" });
    return { descriptor, stats };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/**
 * Creates a file (0600) for reading and writing, replacing any existing one: a link is removed, its target stays. Throws
 * file system errors, also when there is a directory.
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

/** Writes all bytes at `offset`, or at the end of a file opened for appending. */
export async function writeAt(descriptor: number, offset: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    done += (await writeSome(descriptor, bytes, done, bytes.length - done, offset + done)).bytesWritten;
  }
}

/** Closes a descriptor without waiting for the disk on this thread. */
export const closeDescriptor = promisify(close);
const readSome = promisify(read);
const writeSome = promisify(write);
