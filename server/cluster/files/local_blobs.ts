import { chmodSync, mkdirSync, readdirSync, renameSync, unlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../contract/app_error.ts";
import { removeTree } from "../../platform/files/copy_tree.ts";
import { unfinishedName, writeUnseen } from "../../platform/files/atomic_save.ts";
import { errorCode } from "../../platform/files/file_errors.ts";
import { type Hold, PinnedFolder } from "../../platform/files/pinned_folder.ts";
import { RegularFile } from "../../platform/files/regular_file.ts";
import { isHash } from "../../platform/files/stored_contents.ts";
import type { Clock } from "../../platform/clock.ts";
import { hashOfBytes } from "./blob_store.ts";

export interface LocalBlob {
  hash: string;
  /** In bytes. */
  size: number;
  /** Ms UTC. */
  usedAt: number;
}

/** Contents that a worker has fetched. They are not synced to disk but verified whenever they are read. */
export class LocalBlobs {
  constructor(
    private readonly folder: string,
    private readonly clock: Pick<Clock, "now">,
    private readonly hold?: Hold,
  ) {}

  /** Reads a content; null when it is not there or damaged. Throws file system errors. */
  async read(hash: string, limit: number): Promise<Uint8Array | null> {
    using folder = this.#open(hash);
    try {
      await using file = await RegularFile.open({ folder, name: hash, path: hash });
      const bytes = await file.readAll(limit);
      if (hashOfBytes(bytes) === hash) {
        this.#touch(folder, hash);
        return bytes;
      }
    } catch (error) {
      // It may be evicted meanwhile.
      if (errorCode(error) === "ENOENT") return null;
      if (!(error instanceof AppError)) throw error;
    }
    await removeTree(folder, hash);
    return null;
  }

  /** Stores a content. Throws file system errors; nothing is left behind then but a file that `removeUnfinished` removes. */
  async write(hash: string, bytes: Uint8Array): Promise<void> {
    using folder = this.#open(hash);
    const unfinished = unfinishedName();
    await writeUnseen(folder, unfinished, { content: [bytes], mode: 0o600 });
    renameSync(folder.at(unfinished), folder.at(hash));
    this.#touch(folder, hash);
  }

  list(): LocalBlob[] {
    return this.#names().filter(({ name }) => isHash(name)).flatMap(({ folder, name }) => {
      using opened = PinnedFolder.open(folder, this.hold);
      const stats = opened.find(name);
      return stats ? [{ hash: name, size: stats.size, usedAt: stats.mtimeMs }] : [];
    });
  }

  remove(hash: string): void {
    using folder = this.#open(hash);
    try {
      unlinkSync(folder.at(hash));
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw error;
    }
  }

  /** Removes what a crash left behind. */
  removeUnfinished(): void {
    for (const { folder, name } of this.#names()) {
      if (!isHash(name)) unlinkSync(join(folder, name));
    }
  }

  #names(): { folder: string; name: string }[] {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    return readdirSync(this.folder).map((name) => join(this.folder, name)).flatMap((folder) =>
      readdirSync(folder).map((name) => ({ folder, name }))
    );
  }

  #open(hash: string): PinnedFolder {
    const path = join(this.folder, hash.slice(0, 2));
    mkdirSync(path, { recursive: true, mode: 0o700 });
    chmodSync(path, 0o700);
    return PinnedFolder.open(path, this.hold);
  }

  #touch(folder: PinnedFolder, hash: string): void {
    const seconds = this.clock.now() / 1000;
    utimesSync(folder.at(hash), seconds, seconds);
  }
}
