// Reads an archive from an untrusted source. Nothing in it is trusted: every name, type and size is checked before it is
// passed on, and the checksums at the end decide whether the result counts.
import { AppError } from "../../contract/app_error.ts";
import { archiveError, checksumLine, CHECKSUMS, MANIFEST, newHash } from "./archive_form.ts";
import { gunzipStream } from "./gzip_stream.ts";
import { AGE_MAGIC, decryptStream } from "./age_stream.ts";
import { openStream, SEALED_MAGIC } from "./sealed_stream.ts";
import { bounded, chunksOf, tarEntries, type TarEntry } from "./tar_entries.ts";
import { createHash } from "node:crypto";
import { isName } from "../files/path_names.ts";

export interface ArchiveLimits {
  /** Maximum number of files and folders. */
  entries: number;
  /** Maximum total size in bytes when decompressed. */
  bytes: number;
}

export const usualLimits: ArchiveLimits = { entries: 500_000, bytes: 2 ** 42 };
/** Beyond this many bytes, content that exceeds `MAX_RATIO` is rejected as a decompression bomb. */
const HARMLESS_BYTES = 2 ** 30;
const MAX_RATIO = 200;
const DEEPEST = 100;
const MAX_BYTES = 4096;
const GZIP_MAGIC = new Uint8Array([0x1f, 0x8b]);

export interface ReadEntry {
  /** Names from the root down to the entry; each is a single file name. */
  names: string[];
  name: string;
  kind: "file" | "folder";
  size: number;
  /** Permission bits only. */
  mode: number;
  mtime: Date;
  /** Content of a file. Bytes that are not read are skipped. */
  content: AsyncIterable<Uint8Array>;
}

export interface ReadArchiveOptions {
  passphrase?: string | undefined;
  limits?: ArchiveLimits;
  /** Whether the target file system treats names as equal that differ only in case or Unicode form. */
  foldsNames?: boolean;
}

type ArchiveFormat = "plain" | "age" | "sealed";

/** Returns whether an archive is encrypted with a passphrase. Throws `archive_refused` when it is not an archive. */
export async function isEncrypted(path: string): Promise<boolean> {
  return await readFormat(path) !== "plain";
}

async function readFormat(path: string): Promise<ArchiveFormat> {
  using file = await Deno.open(path);
  const start = new Uint8Array(Math.max(AGE_MAGIC.length, SEALED_MAGIC.length));
  await file.read(start);
  const startsWith = (magic: Uint8Array) => magic.every((byte, index) => byte === start[index]);
  if (startsWith(AGE_MAGIC)) return "age";
  if (startsWith(SEALED_MAGIC)) return "sealed";
  if (startsWith(GZIP_MAGIC)) return "plain";
  throw archiveError("not_an_archive");
}

/**
 * Reads an archive from beginning to end and passes each file and folder to `take`, whose results are valid only once this
 * function returns. Throws `archive_refused`, `backup_passphrase_needed`, `backup_passphrase_wrong`, and whatever `take`
 * throws.
 */
export async function readArchive(
  path: string,
  options: ReadArchiveOptions,
  take: (entry: ReadEntry) => Promise<void>,
): Promise<void> {
  const format = await readFormat(path);
  const limit = allowedBytes((await Deno.stat(path)).size, options.limits ?? usualLimits);
  const packed = packedStream(path, format, options.passphrase);
  const reading = new Reading(options);
  for await (const entry of tarEntries(bounded(gunzipStream(packed), limit))) await reading.take(entry, take);
  reading.end();
}

function packedStream(
  path: string,
  format: ArchiveFormat,
  passphrase: string | undefined,
): AsyncIterable<Uint8Array> {
  if (format === "plain") return chunksOf(path);
  if (passphrase === undefined) throw new AppError("backup_passphrase_needed");
  return format === "age"
    ? decryptStream(chunksOf(path), passphrase)
    : openStream(chunksOf(path), passphrase);
}

/** Returns how many bytes an archive of this size may contain. */
export function allowedBytes(packed: number, { bytes }: ArchiveLimits): number {
  return Math.min(bytes, packed * MAX_RATIO + HARMLESS_BYTES);
}

class Reading {
  readonly #names: EntryNames;
  readonly #max: number;
  readonly #sums = newHash();
  #count = 0;
  #ended = false;

  constructor({ limits = usualLimits, foldsNames = false }: ReadArchiveOptions) {
    this.#names = new EntryNames(foldsNames);
    this.#max = limits.entries;
  }

  async take(entry: TarEntry, give: (entry: ReadEntry) => Promise<void>): Promise<void> {
    if (this.#ended) throw archiveError("unexpected", { name: entry.header.name });
    if (++this.#count > this.#max) throw archiveError("too_many", { max: this.#max });
    const read = describe(entry);
    if (this.#count === 1 && read.name !== MANIFEST) throw archiveError("not_an_archive");
    this.#names.add(read);
    if (read.name === CHECKSUMS) return await this.#compare(entry.content);
    const hash = newHash();
    const content = hashed(entry.content, hash);
    await give({ ...read, content });
    // Skipped content also counts for the checksum.
    for await (const _ of content);
    const { name, kind, size, mode } = read;
    this.#sums.update(checksumLine({ name, hash: kind === "file" ? hash.digest("hex") : null, size, mode }));
  }

  end(): void {
    if (!this.#ended) throw archiveError("truncated");
  }

  async #compare(content: AsyncIterable<Uint8Array>): Promise<void> {
    const found = newHash();
    for await (const chunk of content) found.update(chunk);
    if (found.digest("hex") !== this.#sums.digest("hex")) throw archiveError("damaged");
    this.#ended = true;
  }
}

function describe({ header }: TarEntry): Omit<ReadEntry, "content"> {
  const { name, type, size = 0, mode = 0, mtime } = header;
  if (type !== "file" && type !== "directory") throw archiveError("unsafe_kind", { name });
  const kind = type === "file" ? "file" : "folder";
  const plain = kind === "folder" ? name.replace(/\/$/, "") : name;
  const time = mtime && Number.isFinite(mtime.getTime()) ? mtime : new Date(0);
  return { names: plain.split("/"), name: plain, kind, size, mode: mode & 0o777, mtime: time };
}

// Iterating a second time continues where the first iteration stopped.
function hashed(source: AsyncIterable<Uint8Array>, hash: ReturnType<typeof newHash>) {
  const chunks = source[Symbol.asyncIterator]();
  const next = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    const { done, value } = await chunks.next();
    if (done) return { done: true, value: undefined };
    hash.update(value);
    return { done: false, value };
  };
  return { [Symbol.asyncIterator]: () => ({ next }) };
}

/** The names of an archive seen so far: each a path below its root, none twice, none below a file. */
class EntryNames {
  readonly #folds: boolean;
  // Stores hashes instead of the names: there may be hundreds of thousands.
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();
  readonly #above = new Set<string>();

  /** `foldsNames`: treat names that differ only in case or Unicode form as equal. */
  constructor(foldsNames: boolean) {
    this.#folds = foldsNames;
  }

  /** Adds a name. Throws `archive_refused`. */
  add({ name, names, kind }: { name: string; names: readonly string[]; kind: "file" | "folder" }): void {
    const long = new TextEncoder().encode(name).length > MAX_BYTES;
    if (long || names.length > DEEPEST || !names.every(isName)) throw archiveError("unsafe_name", { name });
    const keys = names.map((_, index) => this.#key(names.slice(0, index + 1)));
    const key = keys.pop()!;
    const taken = this.#files.has(key) || this.#folders.has(key) || (kind === "file" && this.#above.has(key));
    if (taken || keys.some((key) => this.#files.has(key))) throw archiveError("duplicate", { name });
    for (const key of keys) this.#above.add(key);
    (kind === "file" ? this.#files : this.#folders).add(key);
  }

  #key(names: readonly string[]): string {
    const path = names.join("/");
    const same = this.#folds ? path.normalize("NFC").toLowerCase() : path;
    return createHash("sha256").update(same).digest("base64").slice(0, 16);
  }
}

/** Returns whether a folder treats names as equal that differ only in case or Unicode form. */
export async function foldsNames(folder: string): Promise<boolean> {
  const trials = [["sundial-case", "SUNDIAL-CASE"], ["sundial-\u00e9", "sundial-e\u0301"]] as const;
  for (const [made, asked] of trials) {
    await Deno.writeTextFile(`${folder}/${made}`, "");
    try {
      if (await exists(`${folder}/${asked}`)) return true;
    } finally {
      await Deno.remove(`${folder}/${made}`);
    }
  }
  return false;
}

async function exists(path: string): Promise<boolean> {
  return await Deno.lstat(path).then(() => true, () => false);
}
