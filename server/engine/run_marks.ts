// What a run leaves on disk, so that its outcome is known even when the panel was not there. One file per run, made by its
// wrapper: that it is there proves that the wrapper began, and in the end it holds the exit code. A few bytes, so it is read
// and removed at once instead of through the thread pool, which would cost more than the work.
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

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
    return this.#read(runId) !== null;
  }

  /** Reads the exit code the wrapper left; null when it left none, or died in the middle of writing it. */
  exit(runId: number): LeftExit | null {
    const [, code] = /^(\d+)\n$/.exec(this.#read(runId) ?? "") ?? [];
    if (code === undefined) return null;
    return { code: Number(code), at: Math.round(statSync(this.file(runId)).mtimeMs) };
  }

  /** Forgets a run whose outcome is written down. */
  remove(runId: number): void {
    rmSync(this.file(runId), { force: true });
    rmSync(this.pipe(runId), { force: true });
  }

  #read(runId: number): string | null {
    try {
      return readFileSync(this.file(runId), "utf8");
    } catch {
      return null;
    }
  }
}
