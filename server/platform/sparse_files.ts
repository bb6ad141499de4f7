// Frees the disk space of a range inside a file while others keep appending to it. Offsets do not change, the range reads
// as zeros, and no writer is stopped or slowed, nor is there a race: the kernel does it under the file's own lock. Nothing
// else can do that to a file that processes have open for appending.

// fallocate(2): FALLOC_FL_KEEP_SIZE | FALLOC_FL_PUNCH_HOLE.
const PUNCH_HOLE = 1 | 2;
// Ranges are freed from a block boundary on; otherwise the block where one hole ends and the next begins would stay
// allocated.
const BLOCK = 64 * 1024;

const functions = {
  fallocate: { parameters: ["i32", "i32", "i64", "i64"], result: "i32", nonblocking: true },
} as const;

type Library = Deno.DynamicLibrary<typeof functions>;

export class SparseFiles implements Disposable {
  /** Null when the function is not available, and after disposal: then nothing is freed. */
  #library: Library | null | undefined;

  /**
   * Frees the range from `start` up to `end` of a file that is open for writing. Returns false when the system or the file
   * system does not support it.
   */
  async free(descriptor: number, start: number, end: number): Promise<boolean> {
    if (this.#library === undefined) this.#library = openLibrary();
    if (this.#library === null || end <= start) return false;
    const { fallocate } = this.#library.symbols;
    return await fallocate(descriptor, PUNCH_HOLE, BigInt(start), BigInt(end - start)) === 0;
  }

  /** Closes the library; no call may be in progress. */
  [Symbol.dispose](): void {
    this.#library?.close();
    this.#library = null;
  }
}

/** Rounds down the start of a range that follows a freed one, so that no block between the two stays allocated. */
export function roundToBlock(start: number): number {
  return start - start % BLOCK;
}

function openLibrary(): Library | null {
  try {
    return Deno.build.os === "linux" ? Deno.dlopen("libc.so.6", functions) : null;
  } catch {
    return null;
  }
}
