// A file is never written in place: a full disk, a crash or a reader at the wrong moment would find half of it. It is written
// beside under a name nobody sees, put on the disk, and takes the place in one step.
import { chmodSync, chownSync, constants, linkSync, promises, renameSync, unlinkSync } from "node:fs";
import type { Stats } from "node:fs";
import { createHash, randomUUID } from "node:crypto";
import { AppError } from "../../contract/app_error.ts";
import { errorCode } from "./file_errors.ts";
import { RESERVED_PREFIX } from "./path_names.ts";
import type { PinnedFolder } from "./pinned_folder.ts";

/** Names of files that are being written begin so; those of a panel that died are swept at start. */
export const UNFINISHED_PREFIX = `${RESERVED_PREFIX}save-`;

const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const USUAL_MODE = 0o644;

export type Content = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export interface WriteOptions {
  /** As the mask of the process leaves it. */
  mode?: number;
  /** Most bytes. */
  limit?: number;
}

/** A file that is written and on the disk, but not at its place yet. Disposing removes it unless it was put there. */
export class UnfinishedFile implements Disposable {
  readonly size: number;
  /** SHA-256 of the content, hex. */
  readonly hash: string;
  readonly #folder: PinnedFolder;
  readonly #name: string;
  #isThere = true;

  private constructor(folder: PinnedFolder, name: string, { size, hash }: { size: number; hash: string }) {
    this.#folder = folder;
    this.#name = name;
    this.size = size;
    this.hash = hash;
  }

  /**
   * Writes a file into a folder, which must be held until it is at its place. Throws `payload_too_large` beyond the limit, what
   * the content throws, and faults of the file system; nothing is left then.
   */
  static async write(
    folder: PinnedFolder,
    content: Content,
    options: WriteOptions = {},
  ): Promise<UnfinishedFile> {
    const name = unfinishedName();
    const handle = await promises.open(folder.at(name), CREATE, options.mode ?? USUAL_MODE);
    try {
      const written = await pour(handle, content, options.limit ?? Infinity);
      await handle.sync();
      await handle.close();
      return new UnfinishedFile(folder, name, written);
    } catch (error) {
      await handle.close().catch(() => {});
      removeQuietly(folder, name);
      throw error;
    }
  }

  /** Whether it was put at its place, even if it is not certain that this is on the disk. */
  get isPlaced(): boolean {
    return !this.#isThere;
  }

  /** Takes over mode and owner of a file it will take the place of. */
  copyAttributes({ mode, uid, gid }: Stats): void {
    const path = this.#folder.at(this.#name);
    try {
      chownSync(path, uid, gid);
    } catch {
      // Only root can give files to others.
    }
    chmodSync(path, mode & 0o7777);
  }

  /** Takes the place of a name in one step, and waits until that is on the disk. */
  async replace(name: string, folder = this.#folder): Promise<void> {
    renameSync(this.#folder.at(this.#name), folder.at(name));
    this.#isThere = false;
    await folder.sync();
  }

  /** Takes a name that must be free. Throws `EEXIST` when it is not. */
  async put(name: string, folder = this.#folder): Promise<void> {
    try {
      linkSync(this.#folder.at(this.#name), folder.at(name));
    } catch (error) {
      // A file system without hard links: then looking has to do.
      if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "EMLINK"].includes(errorCode(error) ?? "")) throw error;
      if (folder.find(name)) throw Object.assign(new Error("the name is taken"), { code: "EEXIST" });
      return await this.replace(name, folder);
    }
    this[Symbol.dispose]();
    await folder.sync();
  }

  [Symbol.dispose](): void {
    if (!this.#isThere) return;
    this.#isThere = false;
    removeQuietly(this.#folder, this.#name);
  }
}

/**
 * Writes a new file where nobody looks yet, without waiting for the disk, with just this mode, whatever the mask of the process.
 * Throws `EEXIST` and other faults of the file system.
 */
export async function writeUnseen(
  folder: PinnedFolder,
  name: string,
  { content, mode }: { content: Content; mode: number },
): Promise<void> {
  const handle = await promises.open(folder.at(name), CREATE, mode);
  try {
    await pour(handle, content, Infinity);
    await handle.chmod(mode);
  } finally {
    await handle.close();
  }
}

/** Makes a name for something unfinished. */
export function unfinishedName(): string {
  return `${UNFINISHED_PREFIX}${randomUUID()}`;
}

// What cannot be removed now is swept at the next start.
function removeQuietly(folder: PinnedFolder, name: string): void {
  try {
    unlinkSync(folder.at(name));
  } catch {
    // Gone already, or its folder is.
  }
}

async function pour(handle: promises.FileHandle, content: Content, limit: number) {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > limit) throw new AppError("payload_too_large", { limit });
    hash.update(chunk);
    await writeWhole(handle, chunk);
  }
  return { size, hash: hash.digest("hex") };
}

async function writeWhole(handle: promises.FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length;) {
    at += (await handle.write(chunk, at, chunk.length - at)).bytesWritten;
  }
}
