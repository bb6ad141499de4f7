// What a run leaves on disk, so that its outcome is known even when the panel was not there. One file per run, made by its
// wrapper: that it is there proves that the wrapper began, and in the end it holds the exit code. A few bytes, so it is read
// and removed at once instead of through the thread pool, which would cost more than the work.
// Tasks run as the same user, so nothing else than a regular file is opened: a pipe in its place would stop the panel.
import { closeSync, fstatSync, lstatSync, readSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openRegular } from "../platform/files/open_regular.ts";

/** An exit code has three digits and a newline. */
const MAX_BYTES = 16;

export interface LeftExit {
  code: number;
  /** When the wrapper wrote it, milliseconds. */
  at: number;
}

/** Marks of runs, in one folder. */
export class RunMarks {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** Names the mark of a run. */
  file(runId: number): string {
    return join(this.#root, String(runId));
  }

  /** Names the pipe through which the output of a run goes while its secrets are masked. */
  pipe(runId: number): string {
    return join(this.#root, `${runId}.pipe`);
  }

  /** Tells whether the run's wrapper ever began. */
  begun(runId: number): boolean {
    return lstatSync(this.file(runId), { throwIfNoEntry: false }) !== undefined;
  }

  /** Reads the exit code the wrapper left; null when it left none, or died in the middle of writing it. */
  exit(runId: number): LeftExit | null {
    const read = this.#read(runId);
    const [, code] = /^(\d+)\n$/.exec(read?.text ?? "") ?? [];
    return read && code !== undefined ? { code: Number(code), at: read.writtenAt } : null;
  }

  /** Forgets a run whose outcome is written down. Never throws: what cannot be removed is of no run any more. */
  remove(runId: number): void {
    for (const path of [this.file(runId), this.pipe(runId)]) {
      try {
        rmSync(path, { force: true, recursive: true });
      } catch {
        continue;
      }
    }
  }

  #read(runId: number): { text: string; writtenAt: number } | null {
    try {
      const { descriptor } = openRegular(this.file(runId));
      try {
        const bytes = new Uint8Array(MAX_BYTES);
        const text = new TextDecoder().decode(
          bytes.subarray(0, readSync(descriptor, bytes, 0, MAX_BYTES, 0)),
        );
        // After the text was read, which the wrapper may have written only now.
        return { text, writtenAt: Math.round(fstatSync(descriptor).mtimeMs) };
      } finally {
        closeSync(descriptor);
      }
    } catch {
      return null;
    }
  }
}
