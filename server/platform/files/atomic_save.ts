// A file is never written in place: a full disk, a crash or a reader at the wrong moment would leave or see half of it. It
// is written beside the target under a hidden name, synced to disk, and replaces the target in one step.
import { chmodSync, chownSync, constants, linkSync, promises, renameSync, unlinkSync } from "node:fs";
import type { Stats } from "node:fs";
import { createHash, randomUUID } from "node:crypto";
import { AppError } from "../../contract/app_error.ts";
import { errorCode } from "./file_errors.ts";
import { RESERVED_PREFIX } from "./path_names.ts";
import type { PinnedFolder } from "./pinned_folder.ts";

/** Name prefix of files being written; leftovers of a crashed panel are removed at start. */
export const UNFINISHED_PREFIX = `${RESERVED_PREFIX}save-`;

const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const USUAL_MODE = 0o644;

export type Content = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export interface WriteOptions {
  /** Subject to the umask of the process. */
  mode?: number;
  /** Maximum size in bytes. */
  limit?: number;
  /** Whether the caller syncs the folder after the file is at its final path; false by default. */
  leavesFolderUnsynced?: boolean;
}

/**
 * A file that is written and synced to disk, but not yet at its final path. Disposing it removes it unless it was moved
 * there.
 */
export class UnfinishedFile implements Disposable {
  readonly size: number;
  /** SHA-256 of the content, as hex. */
  readonly hash: string;
  readonly #syncsFolder: boolean;
  #isThere = true;

  private constructor(
    private readonly folder: PinnedFolder,
    private readonly name: string,
    { size, hash, syncsFolder }: { size: number; hash: string; syncsFolder: boolean },
  ) {
    this.#syncsFolder = syncsFolder;
    this.size = size;
    this.hash = hash;
  }

  /**
   * Writes a file into a folder, which must stay open until the file is at its final path. Throws `payload_too_large`
   * beyond the limit, errors of the content, and file system errors; nothing is left behind then.
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
      return new UnfinishedFile(folder, name, {
        ...written,
        syncsFolder: options.leavesFolderUnsynced !== true,
      });
    } catch (error) {
      await handle.close().catch(() => {});
      removeQuietly(folder, name);
      throw error;
    }
  }

  /** Whether it is at its final path, even if that may not be synced to disk. */
  get isPlaced(): boolean {
    return !this.#isThere;
  }

  /** Copies the mode and owner of the file it will replace. */
  copyAttributes({ mode, uid, gid }: Pick<Stats, "mode" | "uid" | "gid">): void {
    const path = this.folder.at(this.name);
    try {
      chownSync(path, uid, gid);
    } catch {
      // Only root can change the owner of a file.
    }
    chmodSync(path, mode & 0o7777);
  }

  /** Replaces a name in one step and waits until that is synced to disk. */
  async replace(name: string, folder = this.folder): Promise<void> {
    renameSync(this.folder.at(this.name), folder.at(name));
    this.#isThere = false;
    if (this.#syncsFolder) await folder.sync();
  }

  /** Takes a name that must be free. Throws `EEXIST` when it is not. */
  async put(name: string, folder = this.folder): Promise<void> {
    try {
      linkSync(this.folder.at(this.name), folder.at(name));
    } catch (error) {
      // A file system without hard links: a check has to do.
      if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "EMLINK"].includes(errorCode(error) ?? "")) throw error;
      if (folder.find(name)) throw Object.assign(new Error("the name already exists"), { code: "EEXIST" });
      return await this.replace(name, folder);
    }
    this[Symbol.dispose]();
    if (this.#syncsFolder) await folder.sync();
  }

  [Symbol.dispose](): void {
    if (!this.#isThere) return;
    this.#isThere = false;
    removeQuietly(this.folder, this.name);
  }
}

/**
 * Writes a new file at a path nobody reads yet, without waiting for the disk, with exactly this mode regardless of the
 * umask. Throws `EEXIST` and other file system errors.
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

export function unfinishedName(): string {
  return `${UNFINISHED_PREFIX}${randomUUID()}`;
}

// A file that cannot be removed now is removed at the next start.
function removeQuietly(folder: PinnedFolder, name: string): void {
  try {
    unlinkSync(folder.at(name));
  } catch {
    // Already gone, or its folder is.
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
