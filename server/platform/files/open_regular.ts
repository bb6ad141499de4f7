import { closeSync, constants, fstatSync, openSync } from "node:fs";
import type { Stats } from "node:fs";

/** A regular file that is open. Whoever opened it closes the descriptor. */
export interface OpenFile {
  descriptor: number;
  stats: Stats;
}

/**
 * Opens a regular file, and nothing else: a link is not followed, a pipe is not waited for. `flags` are added to these. Throws
 * errors of the file system, `ENXIO` for what is no regular file.
 */
export function openRegular(path: string, flags: number = constants.O_RDONLY, mode?: number): OpenFile {
  const descriptor = openSync(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, mode);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw Object.assign(new Error(`${path} is no regular file`), { code: "ENXIO" });
    return { descriptor, stats };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}
