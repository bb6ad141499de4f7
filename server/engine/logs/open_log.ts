// The log of a run, held by its descriptor: whatever a task puts at the log's path, only the file created for the run is
// measured, cut and appended to. Files beside it are written through the path resolver, which never leaves the root.
import { closeSync, constants, fstatSync, mkdirSync, openSync, writeSync } from "node:fs";
import { AppError } from "../../contract/app_error.ts";
import { errorCode } from "../../platform/files/file_errors.ts";
import { FilesRoot, type Location } from "../../platform/files/files_root.ts";
import { type OpenedFile, openRegular } from "../../platform/files/open_regular.ts";

const MAX_NAMES = 1_000;
const MAX_FOLDER_ATTEMPTS = 3;

export class OpenLog {
  /** Relative to the logs directory. */
  readonly path: string;
  #users = 0;
  #isClosed = false;
  /** Whether a part of it may have been cut. */
  mayHaveGap: boolean;

  private constructor(
    private readonly files: FilesRoot,
    path: string,
    private file: OpenedFile,
    { mayHaveGap }: { mayHaveGap: boolean },
  ) {
    this.path = path;
    this.mayHaveGap = mayHaveGap;
  }

  /**
   * Creates a log below `root` and opens it a second time as the output of a process; the caller closes that descriptor. If
   * the name is taken, a number is appended. Throws an error that gives the reason when no log can be created.
   */
  static create(root: string, wanted: string): { log: OpenLog; output: number } {
    const files = new FilesRoot(root);
    for (let tried = 0; tried < MAX_NAMES; tried++) {
      // Two runs of one task may begin in the same millisecond.
      const path = tried < 2 ? wanted : wanted.replace(/\.log$/, `-${tried}.log`);
      try {
        return createAt(files, path);
      } catch (error) {
        // Retention may remove an empty directory in between.
        if (isMissing(error) && tried < MAX_FOLDER_ATTEMPTS) {
          mkdirSync(root, { recursive: true, mode: 0o700 });
        } else if (error instanceof AppError) {
          throw new Error(`no directory for the log ${path} (${error.code})`);
        } else if (errorCode(error) !== "EEXIST") throw error;
      }
    }
    throw new Error(`no free file name like ${wanted}`);

    function createAt(files: FilesRoot, path: string): { log: OpenLog; output: number } {
      using location = files.location(path, { make: true });
      const output = openSync(location.folder.at(location.name), "ax", 0o600);
      try {
        const log = new OpenLog(files, path, openToAppend(location), { mayHaveGap: false });
        if (log.inode === fstatSync(output).ino) return { log, output };
        log.close();
        throw new Error(`${path} was replaced by another file`);
      } catch (error) {
        closeSync(output);
        throw error;
      }
    }
  }

  /** Opens the log of a run that an earlier panel started. Throws `AppError` and file system errors. */
  static open(root: string, path: string): OpenLog {
    const files = new FilesRoot(root);
    using location = files.location(path);
    const file = openToAppend(location);
    // The descriptor was lost with that panel: a second hard link may point outside the root.
    if (file.stats.nlink === 1) return new OpenLog(files, path, file, { mayHaveGap: true });
    closeSync(file.descriptor);
    throw new Error(`the log ${path} has more than one name`);
  }

  /** Opens it once more, as the output of a process; the caller closes the descriptor. Throws when it is not at its path. */
  openOutput(): number {
    using location = this.location();
    const { descriptor, stats } = openToAppend(location);
    if (stats.ino === this.inode) return descriptor;
    closeSync(descriptor);
    throw new Error(`${this.path} was replaced by another file`);
  }

  get inode(): number {
    return this.file.stats.ino;
  }

  /** Size in bytes; 0 when closed. */
  get size(): number {
    return this.#isClosed ? 0 : fstatSync(this.file.descriptor).size;
  }

  /** Calls `action` with the descriptor and keeps it open until the action has finished. */
  async use<T>(action: (descriptor: number) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new Error(`the log ${this.path} is closed`);
    this.#users++;
    try {
      return await action(this.file.descriptor);
    } finally {
      this.#users--;
      if (this.#isClosed) this.#release();
    }
  }

  append(text: string): void {
    this.appendBytes(new TextEncoder().encode(text));
  }

  appendBytes(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length;) {
      done += writeSync(this.file.descriptor, bytes, done, bytes.length - done);
    }
  }

  /** Opens the directory of the log. Throws `AppError` when the directory is no longer at its path. */
  location(): Location {
    return this.files.location(this.path);
  }

  /** Returns whether the log file is still at its path. */
  isIn({ folder, name }: Pick<Location, "folder" | "name">): boolean {
    return folder.find(name)?.ino === this.inode;
  }

  /** Switches to the file that replaced the log; nobody may use the log during the call. */
  replaceBy(file: OpenedFile): void {
    closeSync(this.file.descriptor);
    this.file = file;
  }

  /** Closes the log once nobody uses it. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#release();
  }

  #release(): void {
    if (this.#users === 0) closeSync(this.file.descriptor);
  }
}

function openToAppend({ folder, name }: Location): OpenedFile {
  return openRegular(folder.at(name), constants.O_RDWR | constants.O_APPEND);
}

function isMissing(error: unknown): boolean {
  return errorCode(error) === "ENOENT" || error instanceof AppError && error.code === "not_found";
}
