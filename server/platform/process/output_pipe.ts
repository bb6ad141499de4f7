// The pipe that takes a run's output. It has a name, by which the next panel finds it.
import { execFile } from "node:child_process";
import { closeSync, constants, fstatSync, openSync, rmSync } from "node:fs";
import { promisify } from "node:util";

const MODE = 0o600;
const functions = { mkfifo: { parameters: ["buffer", "u32"], result: "i32" } } as const;

/** Both ends of a pipe; whoever opened them closes them. */
export interface PipeEnds {
  /** For the one that reads. */
  input: number;
  /** For the run. */
  output: number;
}

/**
 * Creates a pipe, replacing any existing file. Its output can be read as well: as long as a process has it, writing to it
 * does not fail for lack of a reader (pipe(7)). Rejects when the system refuses.
 */
export async function createPipe(path: string): Promise<PipeEnds> {
  await makePipe(path);
  const output = openSync(path, constants.O_RDWR | constants.O_NOFOLLOW);
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
  library ??= openLibrary();
  if (library?.mkfifo(new TextEncoder().encode(`${path}\0`), MODE) === 0) return;
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

type Library = Deno.DynamicLibrary<typeof functions>["symbols"];
let library: Library | null | undefined;

function openLibrary(): Library | null {
  try {
    return Deno.build.os === "linux" ? Deno.dlopen("libc.so.6", functions).symbols : null;
  } catch {
    return null;
  }
}
