// A folder held by a descriptor: whatever is renamed or swapped meanwhile, names are looked up in this very folder. Linux opens
// a name below a descriptor through `/proc/self/fd`. Where there is none, the path itself is used, and before each step it is
// looked at whether it is still the same folder without a link on the way. Between that look and the step lies an instant in
// which others who may write there can swap it.
import {
  close,
  closeSync,
  constants,
  existsSync,
  fsync,
  fsyncSync,
  lstatSync,
  openSync,
  realpathSync,
} from "node:fs";
import type { Stats } from "node:fs";
import { promisify } from "node:util";
import { errorCode } from "./file_errors.ts";
import { isName } from "./path_names.ts";

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY;

/** By what a folder is held: its descriptor, or its path where descriptors have none. */
export type Hold = "descriptor" | "path";

const usualHold: Hold = existsSync("/proc/self/fd") ? "descriptor" : "path";

export class PinnedFolder implements Disposable {
  /** Null where it is held by its path. */
  readonly #descriptor: number | null;
  readonly #base: string;
  /** What lies at the path, where it is held by that. */
  readonly #identity: string | null;
  #isOpen = true;

  private constructor(descriptor: number | null, path: string) {
    this.#descriptor = descriptor;
    this.#base = descriptor === null ? path : `/proc/self/fd/${descriptor}`;
    this.#identity = descriptor === null ? identityOf(path) : null;
    if (descriptor === null && this.#identity === null) throw swapped(path);
  }

  /** Holds the folder at a path of the panel's own; links on the way are followed. Throws faults of the file system. */
  static open(path: string, hold: Hold = usualHold): PinnedFolder {
    if (hold === "path") return new PinnedFolder(null, realpathSync.native(path));
    return new PinnedFolder(openSync(path, FOLDER), path);
  }

  /** Holds a folder inside; null when the name is something else, or a link. Throws faults of the file system. */
  enter(name: string): PinnedFolder | null {
    const path = this.at(name);
    if (this.#descriptor === null) return this.#enterByPath(name);
    try {
      return new PinnedFolder(openSync(path, FOLDER | constants.O_NOFOLLOW), path);
    } catch (error) {
      if (["ENOTDIR", "ELOOP"].includes(errorCode(error) ?? "")) return null;
      throw error;
    }
  }

  #enterByPath(name: string): PinnedFolder | null {
    const path = name === "." ? this.at() : this.at(name);
    return lstatSync(path).isDirectory() ? new PinnedFolder(null, path) : null;
  }

  /**
   * Gives a path that leads to a name in this very folder, as long as it is held; without a name, to the folder. Throws `ENOENT`
   * where it is held by its path and something else lies there now, and `EINVAL` for what is more than one name.
   */
  at(name = ""): string {
    if (!this.#isOpen) throw new Error("this folder is not held any more");
    if (name !== "" && name !== "." && !isName(name)) throw notOneName(name);
    if (this.#identity !== null && identityOf(this.#base) !== this.#identity) throw swapped(this.#base);
    // Not normalized: `.` below a descriptor is the folder itself, the descriptor alone would be a link.
    return name === "" ? this.#base : `${this.#base}/${name}`;
  }

  /** Reads what a name is, without following links. Throws faults of the file system. */
  check(name: string): Stats {
    return lstatSync(this.at(name));
  }

  /** Like `look`; null when there is nothing of that name. */
  find(name: string): Stats | null {
    return lstatSync(this.at(name), { throwIfNoEntry: false }) ?? null;
  }

  /** Where it lies now. */
  realPath(): string {
    return realpathSync.native(this.at());
  }

  /** Waits until its names are on the disk. */
  async sync(): Promise<void> {
    if (this.#descriptor !== null) return await promisify(fsync)(this.#descriptor);
    const descriptor = openSync(this.at(), constants.O_RDONLY);
    try {
      fsyncSync(descriptor);
    } finally {
      await promisify(close)(descriptor);
    }
  }

  /** Lets go of it. */
  [Symbol.dispose](): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    if (this.#descriptor !== null) closeSync(this.#descriptor);
  }
}

// Null when a link stands on the way now, or nothing.
function identityOf(path: string): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory() || realpathSync.native(path) !== path) return null;
  return `${stats.dev}:${stats.ino}`;
}

// Names come from rows and from requests, too; a longer path would lead out of the folder.
function notOneName(name: string): Error {
  return Object.assign(new Error(`${JSON.stringify(name)} is not the name of one file`), { code: "EINVAL" });
}

function swapped(path: string): Error {
  return Object.assign(new Error(`another folder lies at ${path} now`), { code: "ENOENT" });
}
