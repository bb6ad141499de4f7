// Gives the disk space of a stretch inside a file back while others go on writing to its end. Offsets stay as they are, the
// stretch reads as zeros, and no writer is stopped, slowed or raced with: the kernel does it under the file's own lock. Nothing
// else can do that to a file that processes have open for appending.

// fallocate(2): FALLOC_FL_KEEP_SIZE | FALLOC_FL_PUNCH_HOLE.
const PUNCH_HOLE = 1 | 2;
// Freed from a round address on, or the block in which one hole ends and the next begins would stay taken.
const BLOCK = 64 * 1024;

const functions = {
  fallocate: { parameters: ["i32", "i32", "i64", "i64"], result: "i32", nonblocking: true },
} as const;

type Library = Deno.DynamicLibrary<typeof functions>;

export class SparseFiles implements Disposable {
  /** Null where there is no such function, and once it was let go: then nothing is freed. */
  #library: Library | null | undefined;

  /** Frees the stretch from `start` up to `end` of a file that is open for writing. False when the machine or the file system cannot. */
  async free(descriptor: number, start: number, end: number): Promise<boolean> {
    if (this.#library === undefined) this.#library = openLibrary();
    if (this.#library === null || end <= start) return false;
    const { fallocate } = this.#library.symbols;
    return await fallocate(descriptor, PUNCH_HOLE, BigInt(start), BigInt(end - start)) === 0;
  }

  /** Lets go of the library; nothing may be under way. */
  [Symbol.dispose](): void {
    this.#library?.close();
    this.#library = null;
  }
}

/** Rounds the start of a stretch that follows a freed one down, so that no block between the two stays taken. */
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
