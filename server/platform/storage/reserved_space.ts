// Disk space and file names reserved on the disk of the data folder, and released when it is full so that the panel can
// still write what it must. Several files, because a disk can run out of inodes as well as of space.
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { isStorageFull } from "../files/storage_full.ts";

const FILES = 32;
const MIN_BYTES = 2 * 1024 * 1024;
const MAX_BYTES = 16 * 1024 * 1024;
const SHARE = 0.01;
const RANDOM_BYTES = 65_536;

/** Returns how many bytes to reserve on a disk of this size. */
export function ballastBytes(diskBytes: number): number {
  return Math.min(MAX_BYTES, Math.max(MIN_BYTES, Math.round(diskBytes * SHARE)));
}

export class ReservedSpace {
  /** The folder's time and the size when it was last found complete. */
  #found: { changedAt: number; bytes: number } | null = null;

  constructor(private readonly folder: string) {}

  /** Returns whether the reserved space is complete. Looks at its files only when one was added or removed since. */
  isWhole(bytes: number): boolean {
    const expected = fileBytes(bytes);
    try {
      const changedAt = statSync(this.folder).ctimeMs;
      if (this.#found?.changedAt === changedAt && this.#found.bytes === bytes) return true;
      const names = readdirSync(this.folder);
      const isWhole = names.length >= FILES &&
        names.every((name) => Deno.statSync(join(this.folder, name)).size >= expected);
      this.#found = isWhole ? { changedAt, bytes } : null;
      return isWhole;
    } catch {
      return false;
    }
  }

  /** Creates the reserved space; returns false, leaving nothing behind, when the disk does not have enough space. */
  async build(bytes: number): Promise<boolean> {
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      for (let number = 0; number < FILES; number++) {
        await writeRandom(join(this.folder, String(number).padStart(2, "0")), fileBytes(bytes));
      }
      return true;
    } catch (error) {
      this.release();
      if (isStorageFull(error)) return false;
      throw error;
    }
  }

  /** Releases the reserved space immediately. Never throws. */
  release(): void {
    try {
      rmSync(this.folder, { recursive: true, force: true });
    } catch {
      // What cannot be removed cannot be used either.
    }
  }
}

function fileBytes(bytes: number): number {
  return Math.ceil(bytes / FILES);
}

// Random, because a compressing file system reserves no space for zeros.
async function writeRandom(path: string, bytes: number): Promise<void> {
  using file = await Deno.open(path, { write: true, create: true, truncate: true, mode: 0o600 });
  const chunk = new Uint8Array(RANDOM_BYTES);
  for (let left = bytes; left > 0;) {
    const part = crypto.getRandomValues(chunk.subarray(0, Math.min(left, RANDOM_BYTES)));
    left -= await file.write(part);
  }
  await file.syncData();
}
