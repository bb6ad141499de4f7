// Puts what is to be imported into a private folder of the data folder, so that it survives a restart and that files move
// into place without being copied again. Nothing in it is executed.
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { AppError } from "../../contract/app_error.ts";
import { type ImportProblem, importProblems } from "../../contract/import_reasons.ts";
import { MAX_PATH_BYTES } from "../../contract/files.ts";
import { importLimits } from "../../contract/limits/imports.ts";
import { readTar } from "../../platform/archive/read_tar.ts";
import type { Disk } from "../../platform/disk.ts";
import { yieldToEventLoop } from "../../platform/event_loop.ts";
import { isName } from "../../platform/files/path_names.ts";
import { readDiskSpace } from "../../platform/storage/disk_space.ts";
import { type StagedFile, StagedFiles } from "./staged_files.ts";

/** Bytes to leave free: a full disk is worse than a rejected import. */
const RESERVE_BYTES = 64 * 1024 * 1024;
const MAX_FILES = 200_000;
const { unpackedRatio, unpackedBytes, fileBytes } = importLimits;
const MAX_BYTES = 2 ** 36;
/** Name of an uploaded file that is not an archive, if it has no usable one. */
const SINGLE_FILE = "upload";

/** Folders that no import needs: package caches, clones and logs. They are often larger than everything else. */
const SKIPPED = /^(?:ql\/)?(?:data\/)?(?:log|syslog|repo|raw|bak|dep_cache|upload|\.tmp)$/;
const SKIPPED_ANYWHERE = /(?:^|\/)(?:node_modules|__pycache__|\.git|\.venv)$/;

export interface StageOptions {
  /** Private folder; created. */
  into: string;
  /** Name of the uploaded file; null if unknown. */
  name: string | null;
  /** Path of what is imported from this machine. */
  origin?: string;
  disk: Disk;
  /** Maximum number of files; defaults to 200,000. */
  maxFiles?: number;
}

/** Creates the error for something of which nothing can be imported. */
export function importError(fault: ImportProblem, params: Record<string, string | number> = {}): AppError {
  return new AppError("import_refused", { fault, ...params });
}

/** Unpacks an archive, or stores a single file. Throws `import_refused` and `storage_full`. */
export async function stageArchive(path: string, options: StageOptions): Promise<StagedFiles> {
  if (await isOtherArchive(path)) throw importError("other_archive");
  const packed = (await Deno.stat(path)).size;
  const writer = await Writer.open(options, packed * unpackedRatio + unpackedBytes);
  // Packages and logs can be most of a backup: only what is taken counts and needs room.
  const limits = { entries: options.maxFiles ?? MAX_FILES, bytes: MAX_BYTES };
  const skips = (path: string) => writer.skips(path) || writer.isUnreadable(path);
  const reading = { limits, skips, single: singleName(options.name) };
  try {
    // Read once before anything is written: of a million empty files, writing takes most of the time.
    let bytes = 0;
    await readTar(path, reading, ({ size }) => {
      bytes += size;
      return bytes > writer.room || size > fileBytes
        ? Promise.reject(importError("too_large"))
        : Promise.resolve();
    });
    await readTar(
      path,
      reading,
      async ({ path, kind, size, mode, content }) => {
        if (kind === "folder") return;
        if (kind === "link") return writer.link(path);
        if (writer.bytes + size > writer.room) throw importError("too_large");
        await writer.file(path, mode, content);
      },
    );
  } catch (error) {
    throw asImportError(error);
  }
  return await writer.end();
}

/** Copies a folder or file of this machine, which may be the data folder of a panel that is still running. */
export async function stageFolder(path: string, options: StageOptions): Promise<StagedFiles> {
  const writer = await Writer.open(options);
  const walk = async (folder: string, below: string): Promise<void> => {
    for (const entry of await entriesOf(folder, below)) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!writer.skips(path)) await walk(join(folder, entry.name), path);
      } else if (entry.isSymbolicLink()) writer.link(path);
      else if (entry.isFile()) await copy(join(folder, entry.name), path);
      if (writer.count > MAX_FILES) throw importError("too_many", { max: MAX_FILES });
    }
  };
  const entriesOf = async (folder: string, below: string) => {
    const entries = await existing(readdir(folder, { withFileTypes: true }));
    if (entries === null && below === "") throw importError("not_readable", { name: folder });
    if (entries === null) writer.vanished(below);
    return entries ?? [];
  };
  const copy = async (from: string, path: string) => {
    using file = await existing(Deno.open(from));
    if (file === null) return writer.vanished(path);
    const { mode, size } = await file.stat();
    if (writer.bytes + size > writer.room) throw importError("too_large");
    await writer.file(path, mode ?? 0o644, file.readable);
  };
  await walk(path, "");
  return await writer.end();
}

/** Returns null for what does not exist. */
async function existing<T>(opened: Promise<T>): Promise<T | null> {
  try {
    return await opened;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || (error as { code?: unknown }).code === "ENOENT") return null;
    throw error;
  }
}

/** Lists what an earlier call staged. */
export async function readStaged(into: string, name: string | null): Promise<StagedFiles> {
  const index = JSON.parse(await Deno.readTextFile(join(into, "index.json"))) as Index; // written below
  return new StagedFiles({ root: join(into, "files"), name, ...index });
}

interface Index {
  origin: string | null;
  files: StagedFile[];
  links: string[];
  unreadable: string[];
  skipped: string[];
}

class Writer {
  readonly #root: string;
  readonly #index: Index;
  readonly #skipped = new Set<string>();
  readonly #unreadable = new Set<string>();
  readonly #folders = new Set<string>();
  /** Bytes that may be written. */
  readonly room: number;
  bytes = 0;

  private constructor(private readonly options: StageOptions, room: number) {
    this.#index = {
      origin: options.origin ?? options.name,
      files: [],
      links: [],
      unreadable: [],
      skipped: [],
    };
    this.#root = join(options.into, "files");
    this.room = room;
  }

  static async open(options: StageOptions, allowed = Infinity): Promise<Writer> {
    await options.disk.makeFolder(join(options.into, "files"));
    const free = readDiskSpace(options.into)?.freeBytes ?? Infinity;
    return new Writer(options, Math.max(Math.min(free - RESERVE_BYTES, allowed), 0));
  }

  get count(): number {
    return this.#index.files.length + this.#index.links.length;
  }

  /** Returns whether a folder is left out, by its name or because one above it is. */
  skips(folder: string): boolean {
    const names = folder.split("/");
    for (let depth = 1; depth <= names.length; depth++) {
      const path = names.slice(0, depth).join("/");
      if (!SKIPPED.test(path) && !SKIPPED_ANYWHERE.test(path)) continue;
      if (!this.#skipped.has(path)) this.#index.skipped.push(path);
      this.#skipped.add(path);
      return true;
    }
    return false;
  }

  link(path: string): void {
    if (!this.skips(dirname(path))) this.#index.links.push(path);
  }

  /** Takes a path that was listed but cannot be opened. */
  vanished(path: string): void {
    // Anything else than a name in another encoding was deleted meanwhile.
    if (!this.skips(path)) this.isUnreadable(path);
  }

  /**
   * Returns whether a path is not UTF-8, so that its name is not known, and reports it: with its folder if that is what
   * cannot be read. Such names are listed with replacement characters, which may be the same for several.
   */
  isUnreadable(path: string): boolean {
    const names = path.split("/");
    const first = names.findIndex((name) => name.includes("\ufffd"));
    if (first >= 0) this.#unreadable.add(names.slice(0, first + 1).join("/"));
    return first >= 0;
  }

  async file(path: string, mode: number, content: AsyncIterable<Uint8Array>): Promise<void> {
    const folder = dirname(path);
    if (folder !== "." && this.skips(folder)) return;
    const isAllowed = path.split("/").every(isName) &&
      new TextEncoder().encode(path).length <= MAX_PATH_BYTES;
    if (!isAllowed) throw importError("unsafe_name", { name: path });
    if (!this.#folders.has(folder)) await this.options.disk.makeFolder(join(this.#root, folder));
    this.#folders.add(folder);
    let size = 0;
    const room = Math.min(this.room - this.bytes, fileBytes);
    async function* counted() {
      for await (const chunk of content) {
        size += chunk.length;
        if (size > room) throw importError("too_large");
        yield chunk;
      }
    }
    // Readable by the owner whatever the archive says, and never set-user-ID.
    await this.options.disk.writeNew(join(this.#root, path), counted(), (mode & 0o755) | 0o600);
    this.bytes += size;
    this.#index.files.push({ path, size, mode: mode & 0o777 });
    if (this.#index.files.length % 50 === 0) await yieldToEventLoop();
  }

  async end(): Promise<StagedFiles> {
    const { into, name, disk } = this.options;
    this.#index.unreadable = [...this.#unreadable];
    await disk.replaceText(join(into, "index.json"), JSON.stringify(this.#index));
    // Files move into place later: a power loss must not leave empty ones there.
    await disk.syncAll(into);
    return new StagedFiles({ root: this.#root, name: name === null ? null : basename(name), ...this.#index });
  }
}

/** How archives begin that people make instead of a tar: zip, 7z, RAR, xz, bzip2, Zstandard. */
const OTHER_ARCHIVES = [
  "PK\x03\x04",
  "7z\xbc\xaf\x27\x1c",
  "Rar!\x1a",
  "\xfd7zXZ\0",
  "BZh9",
  "\x28\xb5\x2f\xfd",
];

async function isOtherArchive(path: string): Promise<boolean> {
  using file = await Deno.open(path);
  const start = new Uint8Array(8);
  const read = await file.read(start) ?? 0;
  const text = String.fromCharCode(...start.subarray(0, read));
  return OTHER_ARCHIVES.some((archive) => text.startsWith(archive));
}

function singleName(name: string | null): string {
  const last = basename(name ?? "");
  return isName(last) ? last : SINGLE_FILE;
}

function asImportError(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== "archive_refused") return error;
  const { fault, ...params } = error.params;
  const problem = importProblems.find((one) => one === fault) ?? "damaged";
  return importError(problem, params);
}
