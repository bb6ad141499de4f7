// Room and file names set aside on the disk of the data folder, and given up when it is full: then the panel can still write what
// it must. Several files, because a disk can run out of names as well as of room.
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isStorageFull } from "./storage_full.ts";

const FILES = 32;
const MIN_BYTES = 2 * 1024 * 1024;
const MAX_BYTES = 16 * 1024 * 1024;
const SHARE = 0.01;
const RANDOM_BYTES = 65_536;

/** Computes how much is set aside of a disk of this size. */
export function ballastBytes(diskBytes: number): number {
  return Math.min(MAX_BYTES, Math.max(MIN_BYTES, Math.round(diskBytes * SHARE)));
}

export class Ballast {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Whether all of it is there. */
  isWhole(bytes: number): boolean {
    const expected = fileBytes(bytes);
    try {
      const names = readdirSync(this.#folder);
      return names.length >= FILES &&
        names.every((name) => Deno.statSync(join(this.#folder, name)).size >= expected);
    } catch {
      return false;
    }
  }

  /** Sets it aside; false, with nothing left behind, when the disk has no room for it. */
  async build(bytes: number): Promise<boolean> {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      for (let number = 0; number < FILES; number++) {
        await writeRandom(join(this.#folder, String(number).padStart(2, "0")), fileBytes(bytes));
      }
      return true;
    } catch (error) {
      this.release();
      if (isStorageFull(error)) return false;
      throw error;
    }
  }

  /** Gives it up at once. Never throws. */
  release(): void {
    try {
      rmSync(this.#folder, { recursive: true, force: true });
    } catch {
      // What cannot be removed cannot be used either.
    }
  }
}

function fileBytes(bytes: number): number {
  return Math.ceil(bytes / FILES);
}

// Random, because a file system that compresses keeps no room for zeros.
async function writeRandom(path: string, bytes: number): Promise<void> {
  using file = await Deno.open(path, { write: true, create: true, truncate: true, mode: 0o600 });
  const chunk = new Uint8Array(RANDOM_BYTES);
  for (let left = bytes; left > 0;) {
    const part = crypto.getRandomValues(chunk.subarray(0, Math.min(left, RANDOM_BYTES)));
    left -= await file.write(part);
  }
  await file.syncData();
}
