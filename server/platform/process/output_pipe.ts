// The pipe that takes a run's output. It has a name, by which the next panel finds it.
import { execFile } from "node:child_process";
import { closeSync, constants, fstatSync, openSync, readSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const MODE = 0o600;
/** As many runs may end before the next ones start. */
const MAX_SPARE = 32;
const LARGE_BYTES = 1 << 20;
/** F_SETPIPE_SZ of fcntl(2) on Linux. */
const SET_PIPE_SIZE = 1031;
const functions = {
  mkfifo: { parameters: ["buffer", "u32"], result: "i32" },
  fcntl: { parameters: ["i32", "i32", "i32"], result: "i32" },
} as const;

/** Both ends of a pipe; whoever opened them closes them. */
export interface PipeEnds {
  /** For the one that reads. */
  input: number;
  /** For the run. */
  output: number;
}

/**
 * Pipes of runs that have ended, for the next ones. Creating and removing a file for each costs more; on ext4 without a
 * journal, it costs the more, the more files were removed within the last minutes.
 */
export class SparePipes {
  #count = 0;

  /** They are files of this folder, on the file system of the pipes. Those of an earlier panel are replaced. */
  constructor(private readonly folder: string) {}

  /** Moves what is at a path here. A task may have put anything there. */
  add(path: string): void {
    try {
      if (this.#count === MAX_SPARE) return removePipe(path);
      renameSync(path, this.#at(this.#count));
      this.#count++;
    } catch {
      removePipe(path);
    }
  }

  /** Moves a pipe that nobody has open to this path, replacing any existing file; returns whether there is one. */
  moveTo(path: string): boolean {
    while (this.#count > 0) {
      const spare = this.#at(--this.#count);
      try {
        if (isUnused(spare)) {
          renameSync(spare, path);
          return true;
        }
      } catch {
        // It is gone, processes can still write to it, or a folder is at the path.
      }
      removePipe(spare);
    }
    return false;
  }

  #at(index: number): string {
    return join(this.folder, `spare.${index}`);
  }
}

export interface PipeOptions {
  /** Used instead of a new pipe. */
  spare?: SparePipes;
  /**
   * Whether it takes 1 MiB instead of 64 KiB where the system allows, so that who prints much waits less for who reads. Without
   * privileges, 64 of them are all that a user may have (pipe(7)).
   */
  isLarge?: boolean;
}

/**
 * Creates a pipe, replacing any existing file. Its output can be read as well: as long as a process has it, writing to it does
 * not fail for lack of a reader (pipe(7)). Rejects when the system refuses.
 */
export async function createPipe(
  path: string,
  { spare, isLarge = false }: PipeOptions = {},
): Promise<PipeEnds> {
  if (!spare?.moveTo(path)) await makePipe(path);
  const output = openSync(path, constants.O_RDWR | constants.O_NOFOLLOW);
  if (isLarge) libc()?.fcntl(output, SET_PIPE_SIZE, LARGE_BYTES);
  try {
    return { input: openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW), output };
  } catch (error) {
    closeSync(output);
    throw error;
  }
}

/** Creates a pipe without opening it, replacing any existing file. Rejects when the system refuses. */
export async function makePipe(path: string): Promise<void> {
  removePipe(path);
  if (libc()?.mkfifo(new TextEncoder().encode(`${path}\0`), MODE) === 0) return;
  // Also says why it cannot be created.
  await promisify(execFile)("mkfifo", ["-m", MODE.toString(8), path]);
}

/** Opens the reading end of a pipe that processes still have open; null when there is none. */
export function reopenPipe(path: string): number | null {
  const output = openToWrite(path);
  if (output === null) return null;
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } finally {
    closeSync(output);
  }
}

/** Opens the writing end of a pipe that somebody can read, without blocking; null when nobody can, or when it is no pipe. */
export function openToWrite(path: string): number | null {
  try {
    const output = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    if (fstatSync(output).isFIFO()) return output;
    closeSync(output);
  } catch {
    // Nobody reads it, or it is gone.
  }
  return null;
}

/** Removes the name of a pipe. A task may have put anything there; what cannot be removed does no harm. */
export function removePipe(path: string): void {
  try {
    rmSync(path, { force: true, recursive: true });
  } catch {
    return;
  }
}

// Reading from a pipe that no process can write to reports its end (read(2)), and throws otherwise. A process that can only
// read it would take output of the next run.
function isUnused(path: string): boolean {
  const output = openToWrite(path);
  if (output !== null) {
    closeSync(output);
    return false;
  }
  const input = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    return fstatSync(input).isFIFO() && readSync(input, new Uint8Array(1)) === 0;
  } finally {
    closeSync(input);
  }
}

type Library = Deno.DynamicLibrary<typeof functions>["symbols"];
let library: Library | null | undefined;

// Opened for the first pipe; null elsewhere than on Linux.
function libc(): Library | null {
  if (library !== undefined) return library;
  try {
    return library = Deno.build.os === "linux" ? Deno.dlopen("libc.so.6", functions).symbols : null;
  } catch {
    return library = null;
  }
}
