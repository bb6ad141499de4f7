// A folder held by a descriptor: whatever is renamed or swapped in the meantime, names are looked up in this exact folder.
// Linux opens a name below a descriptor through `/proc/self/fd`. Where that does not exist, the path itself is used, and
// before each step it is checked to still be the same folder without a link on the way. Between that check and the step,
// others with write access can still swap it.
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

/** How a folder is held: by its descriptor, or by its path where descriptors have no path. */
export type Hold = "descriptor" | "path";

const usualHold: Hold = existsSync("/proc/self/fd") ? "descriptor" : "path";

export class PinnedFolder implements Disposable {
  /** Null when held by path. */
  readonly #descriptor: number | null;
  readonly #base: string;
  /** Device and inode at the path, when held by path. */
  readonly #identity: string | null;
  #isOpen = true;

  private constructor(descriptor: number | null, path: string) {
    this.#descriptor = descriptor;
    this.#base = descriptor === null ? path : `/proc/self/fd/${descriptor}`;
    this.#identity = descriptor === null ? identityOf(path) : null;
    if (descriptor === null && this.#identity === null) throw swapped(path);
  }

  /** Opens the folder at one of the panel's own paths; links on the way are followed. Throws file system errors. */
  static open(path: string, hold: Hold = usualHold): PinnedFolder {
    if (hold === "path") return new PinnedFolder(null, realpathSync.native(path));
    return new PinnedFolder(openSync(path, FOLDER), path);
  }

  /** Opens a subfolder; returns null when the name is something else, or a link. Throws file system errors. */
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
   * Returns a path to a name in this exact folder, valid while the folder is open; without a name, the path of the folder.
   * Throws `ENOENT` when held by path and something else is there now, and `EINVAL` for anything but a single name.
   */
  at(name = ""): string {
    if (!this.#isOpen) throw new Error("the folder is closed");
    if (name !== "" && name !== "." && !isName(name)) throw notOneName(name);
    if (this.#identity !== null && identityOf(this.#base) !== this.#identity) throw swapped(this.#base);
    // Not normalized: `.` below a descriptor is the folder itself, the descriptor alone would be a link.
    return name === "" ? this.#base : `${this.#base}/${name}`;
  }

  /** Returns the stats of a name without following links. Throws file system errors. */
  check(name: string): Stats {
    return lstatSync(this.at(name));
  }

  /** Like `check`, but returns null when the name does not exist. */
  find(name: string): Stats | null {
    return lstatSync(this.at(name), { throwIfNoEntry: false }) ?? null;
  }

  realPath(): string {
    return realpathSync.native(this.at());
  }

  /** Waits until its entries are synced to disk. */
  async sync(): Promise<void> {
    if (this.#descriptor !== null) return await promisify(fsync)(this.#descriptor);
    const descriptor = openSync(this.at(), constants.O_RDONLY);
    try {
      fsyncSync(descriptor);
    } finally {
      await promisify(close)(descriptor);
    }
  }

  [Symbol.dispose](): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    if (this.#descriptor !== null) closeSync(this.#descriptor);
  }
}

// Returns null when there is now a link on the way, or nothing.
function identityOf(path: string): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory() || realpathSync.native(path) !== path) return null;
  return `${stats.dev}:${stats.ino}`;
}

// Names also come from database rows and requests; a longer path would lead out of the folder.
function notOneName(name: string): Error {
  return Object.assign(new Error(`${JSON.stringify(name)} is not a valid file name`), { code: "EINVAL" });
}

function swapped(path: string): Error {
  return Object.assign(new Error(`another folder is at ${path} now`), { code: "ENOENT" });
}
