// What a run leaves on disk, so that its outcome is known even when the panel was not running. Its wrapper creates one exit
// file per run: its existence proves that the wrapper began, and at the end it holds the exit code. The file has only a few
// bytes, so it is read and removed synchronously: the thread pool would cost more than the work itself.
// Tasks run as the same user, so only regular files are opened: a pipe at that path would block the panel.
import {
  closeSync,
  fstatSync,
  lstatSync,
  readdirSync,
  readSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { openRegular } from "../platform/files/open_regular.ts";

/** An exit code has three digits and a newline. */
const MAX_BYTES = 16;

export interface LeftExit {
  code: number;
  /** When the wrapper wrote it, in ms. */
  at: number;
}

export class ExitFiles {
  /** `root` is their directory. */
  constructor(readonly root: string) {}

  file(runId: number): string {
    return join(this.root, String(runId));
  }

  /** Returns the path of the pipe that carries the output of a run. */
  output(runId: number): string {
    return join(this.root, `${runId}.output`);
  }

  /** Returns the path of the pipe that carries the output of a run while its secrets are masked. */
  pipe(runId: number): string {
    return join(this.root, `${runId}.pipe`);
  }

  /** Returns the path of the variables of a run that its environment has no room for. */
  variables(runId: number): string {
    return join(this.root, `${runId}.variables`);
  }

  /** Returns the path of what started a run, which it may read. */
  trigger(runId: number): string {
    return join(this.root, `${runId}.trigger`);
  }

  /** Writes what started a run, for this user alone, and returns its path. Throws file system errors. */
  writeTrigger(runId: number, content: Uint8Array): string {
    const path = this.trigger(runId);
    remove(path);
    writeFileSync(path, content, { mode: 0o600, flag: "wx" });
    return path;
  }

  /** Returns whether the run's wrapper ever started. */
  hasStarted(runId: number): boolean {
    return lstatSync(this.file(runId), { throwIfNoEntry: false }) !== undefined;
  }

  list(): number[] {
    const names = readdirSync(this.root).map((name) =>
      /^(\d{1,15})(\.pipe|\.output|\.variables|\.trigger)?$/.exec(name)?.[1]
    );
    return [...new Set(names.flatMap((name) => name === undefined ? [] : Number(name)))];
  }

  /** Reads the exit code the wrapper left; null when there is none, or when the wrapper died while writing it. */
  exit(runId: number): LeftExit | null {
    const read = this.#read(runId);
    const [, code] = /^(\d+)\n$/.exec(read?.text ?? "") ?? [];
    return read && code !== undefined ? { code: Number(code), at: read.writtenAt } : null;
  }

  /**
   * Removes the exit file, the variables and the trigger of a run whose outcome is stored. Never throws: one that cannot be removed is not
   * needed by any run.
   */
  remove(runId: number): void {
    remove(this.file(runId));
    remove(this.variables(runId));
    remove(this.trigger(runId));
  }

  /** Removes all files of a run that is gone, in the same way. */
  removeAll(runId: number): void {
    for (const path of [this.output(runId), this.pipe(runId)]) remove(path);
    this.remove(runId);
  }

  #read(runId: number): { text: string; writtenAt: number } | null {
    try {
      const { descriptor } = openRegular(this.file(runId));
      try {
        const bytes = new Uint8Array(MAX_BYTES);
        const text = new TextDecoder().decode(
          bytes.subarray(0, readSync(descriptor, bytes, 0, MAX_BYTES, 0)),
        );
        // Read after the text, because the wrapper may have written it just now.
        return { text, writtenAt: Math.round(fstatSync(descriptor).mtimeMs) };
      } finally {
        closeSync(descriptor);
      }
    } catch {
      return null;
    }
  }
}

function remove(path: string): void {
  // Most runs have only one of them, and to find out by an error costs more.
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
  try {
    unlinkSync(path);
  } catch {
    // A task may have replaced it by a directory.
    try {
      rmSync(path, { force: true, recursive: true });
    } catch {
      return;
    }
  }
}
