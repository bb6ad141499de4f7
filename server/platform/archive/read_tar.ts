// Reads a tar of another program, compressed or not. It has neither a manifest nor checksums, and nothing in it is
// trusted: paths out of its root and devices reject it as a whole; links are reported and never followed.
import { MAX_PATH_BYTES } from "../../contract/files.ts";
import { isName } from "../files/path_names.ts";
import { archiveError } from "./archive_form.ts";
import { gunzipStream } from "./gzip_stream.ts";
import { allowedBytes, type ArchiveLimits } from "./read_archive.ts";
import { bounded, chunksOf, tarEntries, type TarEntry } from "./tar_entries.ts";
import { trimEnd } from "../../contract/trim_end.ts";

const BLOCK = 512;
const DEEPEST = 100;

/** A file, folder or link of a tar. */
export interface ForeignEntry {
  /** Path below the root, with `/` between names. */
  path: string;
  kind: "file" | "folder" | "link";
  size: number;
  /** Permission bits only. */
  mode: number;
  mtime: Date;
  /** Content of a file. Bytes that are not read are skipped. */
  content: AsyncIterable<Uint8Array>;
}

export type ForeignFormat = "tar" | "single";

export interface ReadTarOptions {
  limits: ArchiveLimits;
  /** Path of the entry for a file that is not a tar. */
  single: string;
  /** Returns whether an entry is left out; those are neither checked nor counted. */
  skips?(path: string): boolean;
}

/**
 * Passes each entry of a tar to `take`, or the whole content as one entry with the path `single` if the file is not a tar.
 * Both may be compressed with gzip. Throws `archive_refused`, and what `take` throws.
 */
export async function readTar(
  file: string,
  { limits, single, skips }: ReadTarOptions,
  take: (entry: ForeignEntry) => Promise<void>,
): Promise<ForeignFormat> {
  const packed = await startOf(file);
  const isGzip = packed[0] === 0x1f && packed[1] === 0x8b;
  const limit = allowedBytes((await Deno.stat(file)).size, limits);
  const source = bounded(isGzip ? gunzipStream(chunksOf(file)) : chunksOf(file), limit);
  const { start, whole } = await peek(source);
  if (!isTar(start)) {
    await take({ path: single, kind: "file", size: 0, mode: 0o644, mtime: new Date(), content: whole });
    return "single";
  }
  const names = new Names();
  let count = 0;
  for await (const entry of tarEntries(whole)) {
    // Before anything of it is written: what follows is already too much.
    if ((entry.header.size ?? 0) > limit) throw archiveError("too_large");
    const path = pathOf(entry);
    // The root itself is no entry.
    if (path !== "" && !skips?.(path)) {
      if (++count > limits.entries) throw archiveError("too_many", { max: limits.entries });
      const read = describe(entry, path);
      names.add(read);
      await take(read);
    }
    for await (const _ of entry.content);
  }
  return "tar";
}

async function startOf(path: string): Promise<Uint8Array> {
  using file = await Deno.open(path);
  const start = new Uint8Array(BLOCK);
  return start.subarray(0, await file.read(start) ?? 0);
}

/** Reads the first block and returns it together with a stream that begins with it. */
async function peek(source: AsyncGenerator<Uint8Array, void>) {
  const head: Uint8Array[] = [];
  let size = 0;
  while (size < BLOCK) {
    const { done, value } = await source.next();
    if (done) break;
    head.push(value);
    size += value.length;
  }
  const start = new Uint8Array(Math.min(size, BLOCK));
  let at = 0;
  for (const chunk of head) {
    const part = chunk.subarray(0, start.length - at);
    start.set(part, at);
    at += part.length;
  }
  async function* whole(): AsyncGenerator<Uint8Array, void> {
    yield* head;
    yield* source;
  }
  return { start, whole: whole() };
}

// The checksum of the first header tells: old tars have no magic.
function isTar(start: Uint8Array): boolean {
  if (start.length < BLOCK) return false;
  const stored = parseInt(new TextDecoder("latin1").decode(start.subarray(148, 156)), 8);
  const sum = start.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  return Number.isInteger(stored) && stored === sum;
}

function pathOf({ header: { name } }: TarEntry): string {
  const names = trimEnd(name, "/").split("/");
  while (names[0] === ".") names.shift();
  return names.join("/");
}

function describe({ header, content }: TarEntry, path: string): ForeignEntry {
  const { name, type, size = 0, mode = 0, mtime } = header;
  const kind = kindOf(type ?? "file");
  if (kind === null) throw archiveError("unsafe_kind", { name });
  const names = path.split("/");
  const isTooLong = new TextEncoder().encode(path).length > MAX_PATH_BYTES || names.length > DEEPEST;
  if (isTooLong || !names.every(isName)) throw archiveError("unsafe_name", { name });
  const time = mtime && Number.isFinite(mtime.getTime()) ? mtime : new Date(0);
  return { path, kind, size, mode: mode & 0o777, mtime: time, content };
}

function kindOf(type: string): ForeignEntry["kind"] | null {
  switch (type) {
    case "file":
    case "contiguous-file":
      return "file";
    case "directory":
      return "folder";
    case "link":
    case "symlink":
      return "link";
    default:
      return null;
  }
}

/** The names seen so far: no file twice, and nothing below a file or link. */
class Names {
  readonly #leaves = new Map<string, ForeignEntry["kind"]>();
  readonly #folders = new Set<string>();

  add({ path, kind }: ForeignEntry): void {
    // A folder that is known is a folder all the way up, because no file can take its name.
    if (!this.#folders.has(path.slice(0, path.lastIndexOf("/")))) this.#addFoldersOf(path);
    if (kind === "folder") {
      if (this.#leaves.has(path)) throw archiveError("duplicate", { name: path });
      this.#folders.add(path);
      return;
    }
    if (this.#leaves.has(path) || this.#folders.has(path)) throw archiveError("duplicate", { name: path });
    this.#leaves.set(path, kind);
  }

  #addFoldersOf(path: string): void {
    const names = path.split("/");
    const above = names.map((_, index) => names.slice(0, index).join("/")).slice(1);
    const leaf = above.find((folder) => this.#leaves.has(folder));
    if (leaf !== undefined) {
      throw this.#leaves.get(leaf) === "link"
        ? archiveError("unsafe_name", { name: path })
        : archiveError("duplicate", { name: leaf });
    }
    for (const folder of above) this.#folders.add(folder);
  }
}
