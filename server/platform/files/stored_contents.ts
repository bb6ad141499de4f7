// Contents stored by their SHA-256: anything once saved can be read again, and equal contents are stored only once.
import { mkdirSync, readdirSync, unlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { UnfinishedFile } from "./atomic_save.ts";
import { errorCode } from "./file_errors.ts";
import { type Hold, PinnedFolder } from "./pinned_folder.ts";
import { RegularFile } from "./regular_file.ts";
import type { SharedContents } from "./shared_contents.ts";

/** Larger contents stay on this machine (bytes). */
const MAX_SHARED_BYTES = 32 * 1024 * 1024;
const HASH = /^[0-9a-f]{64}$/;

export function isHash(text: string): boolean {
  return HASH.test(text);
}

export interface StoredContentsOptions {
  hold?: Hold | undefined;
  shared?: SharedContents | undefined;
}

export class StoredContents {
  readonly #hold: Hold | undefined;
  readonly #shared: SharedContents | undefined;

  /**
   * Stores contents in a folder, which is created on first use; `now` returns ms UTC, `hold` defaults to what the system
   * supports. `shared` also gets them, and has those that other machines stored.
   */
  constructor(
    private readonly folder: string,
    private readonly now: () => number,
    { hold, shared }: StoredContentsOptions = {},
  ) {
    this.#hold = hold;
    this.#shared = shared;
  }

  /** Stores a content with this SHA-256. Throws file system errors; nothing is left behind then. */
  async put(hash: string, bytes: Uint8Array): Promise<void> {
    await this.#shared?.put(hash, bytes);
    using folder = this.#open(hash);
    if (this.#isThere(folder, hash, bytes.length)) return;
    using unfinished = await UnfinishedFile.write(folder, [bytes], { mode: 0o600 });
    await unfinished.replace(hash);
  }

  /**
   * Stores the content of a file that has this SHA-256, or had it a moment ago. Throws file system errors; nothing is left
   * behind then.
   */
  async keep(expected: string, file: RegularFile): Promise<{ hash: string; size: number }> {
    const stored = await this.#keep(expected, file);
    if (this.#shared && stored.size <= MAX_SHARED_BYTES) {
      const bytes = await this.#read(stored.hash, MAX_SHARED_BYTES);
      if (bytes) await this.#shared.put(stored.hash, bytes);
    }
    return stored;
  }

  async #keep(expected: string, file: RegularFile): Promise<{ hash: string; size: number }> {
    using known = this.#open(expected);
    if (this.#isThere(known, expected, file.stats.size)) return { hash: expected, size: file.stats.size };
    using folder = this.#open("");
    using unfinished = await UnfinishedFile.write(folder, file.chunks(), { mode: 0o600 });
    const { hash, size } = unfinished;
    using location = this.#open(hash);
    if (!this.#isThere(location, hash, size)) await unfinished.replace(hash, location);
    return { hash, size };
  }

  /** Reads a content; null when it is not stored. Throws `payload_too_large` beyond `limit` bytes. */
  async read(hash: string, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
    if (!isHash(hash)) return null;
    return await this.#read(hash, limit) ?? await this.#shared?.read(hash, limit) ?? null;
  }

  async #read(hash: string, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
    using folder = this.#open(hash);
    if (!folder.find(hash)) return null;
    await using file = await RegularFile.open({ folder, name: hash, path: hash });
    return await file.readAll(limit);
  }

  /** Lists the hashes with a prefix of two hexadecimal digits whose contents nobody stored since an instant (ms UTC). */
  oldOnes(beginning: string, before: number): string[] {
    using folder = this.#open(beginning);
    return readdirSync(folder.at()).filter((hash) =>
      HASH.test(hash) && (folder.find(hash)?.mtimeMs ?? before) < before
    );
  }

  /** Removes a content unless somebody stored it since an instant (ms UTC). */
  remove(hash: string, before: number): void {
    using folder = this.#open(hash);
    if ((folder.find(hash)?.mtimeMs ?? before) < before) unlinkSync(folder.at(hash));
  }

  #open(hash: string): PinnedFolder {
    const path = join(this.folder, hash.slice(0, 2));
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return PinnedFolder.open(path, this.#hold);
  }

  // Updates the time of an existing content, so that it is not removed as unused before its use is recorded.
  #isThere(folder: PinnedFolder, hash: string, size: number): boolean {
    try {
      if (folder.check(hash).size !== size) return false;
      const seconds = this.now() / 1000;
      utimesSync(folder.at(hash), seconds, seconds);
      return true;
    } catch (error) {
      if (errorCode(error) === "ENOENT") return false;
      throw error;
    }
  }
}
