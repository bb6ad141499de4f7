// A folder held by a descriptor: whatever is renamed or swapped meanwhile, names are looked up in this very folder. Linux opens
// a name below a descriptor through `/proc/self/fd`. Where there is none, the path itself is used and checked before each step.
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
import { faultCode } from "./file_faults.ts";

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY;
const hasDescriptorPaths = existsSync("/proc/self/fd");

export class PinnedFolder implements Disposable {
  /** Null where descriptors have no paths. */
  readonly #descriptor: number | null;
  readonly #base: string;
  #isOpen = true;

  private constructor(descriptor: number | null, path: string) {
    this.#descriptor = descriptor;
    this.#base = descriptor === null ? path : `/proc/self/fd/${descriptor}`;
  }

  /** Holds the folder at a path of the panel's own; links on the way are followed. Throws faults of the file system. */
  static open(path: string): PinnedFolder {
    if (!hasDescriptorPaths) return new PinnedFolder(null, realpathSync(path));
    return new PinnedFolder(openSync(path, FOLDER), path);
  }

  /** Holds a folder inside; null when the name is something else, or a link. Throws faults of the file system. */
  enter(name: string): PinnedFolder | null {
    const path = this.at(name);
    if (this.#descriptor === null) return lstatSync(path).isDirectory() ? new PinnedFolder(null, path) : null;
    try {
      return new PinnedFolder(openSync(path, FOLDER | constants.O_NOFOLLOW), path);
    } catch (fault) {
      if (["ENOTDIR", "ELOOP"].includes(faultCode(fault) ?? "")) return null;
      throw fault;
    }
  }

  /** Gives a path that leads to a name in this very folder, as long as it is held; without a name, to the folder. */
  at(name = ""): string {
    if (!this.#isOpen) throw new Error("this folder is not held any more");
    // Not normalized: `.` below a descriptor is the folder itself, the descriptor alone would be a link.
    return name === "" ? this.#base : `${this.#base}/${name}`;
  }

  /** Reads what a name is, without following links. Throws faults of the file system. */
  look(name: string): Stats {
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
    const descriptor = openSync(this.#base, constants.O_RDONLY);
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
