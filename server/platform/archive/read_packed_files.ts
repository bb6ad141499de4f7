// Reads archives that users upload, to unpack them: zip, tar and tar.gz, recognized by their content. Names are checked
// here; the caller decides where the files go.
import { crc32 } from "node:zlib";
import { Readable } from "node:stream";
import type { Entry, ZipFile } from "yauzl";
import { AppError } from "../../contract/app_error.ts";
import type { UnpackProblem } from "../../contract/files.ts";
import { isName } from "../files/path_names.ts";
import type { RegularFile } from "../files/regular_file.ts";
import { gunzipStream } from "./gzip_stream.ts";
import { archiveError, printableName } from "./archive_form.ts";
import type { ArchiveLimits } from "./read_archive.ts";
import { asArchiveError, bounded, tarEntries } from "./tar_entries.ts";

export interface PackedFile {
  /** Relative path with `/` between names; never leads out of its folder. */
  path: string;
  /** `other` are links and devices. */
  kind: "file" | "folder" | "other";
  executable: boolean;
  /** Returns the content; to be read before the next entry is requested, or not at all. */
  content(): AsyncIterable<Uint8Array>;
}

const MAX_DEPTH = 100;

/** Reads the entries of an archive in order. Throws `unpack_refused`. */
export async function* readPackedFiles(
  file: RegularFile,
  limits: ArchiveLimits,
): AsyncGenerator<PackedFile, void> {
  let count = 0;
  try {
    for await (const one of await openArchive(file, limits)) {
      if (++count > limits.entries) throw unpackError("too_many", { max: limits.entries });
      const path = one.path.replace(/^(\.\/)+/, "").replace(/\/$/, "");
      if (path === "" || path === "." || path.startsWith("__MACOSX/")) continue;
      const names = path.split("/");
      if (names.length > MAX_DEPTH || !names.every(isName)) {
        throw unpackError("unsafe_name", { name: printableName(one.path) });
      }
      yield { ...one, path, content: () => translated(one.content(), limits) };
    }
  } catch (error) {
    throw asUnpackError(error, limits);
  }
}

async function* translated(
  content: AsyncIterable<Uint8Array>,
  limits: ArchiveLimits,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* content;
  } catch (error) {
    throw asUnpackError(error, limits);
  }
}

function unpackError(problem: UnpackProblem, params: Record<string, string | number> = {}): AppError {
  return new AppError("unpack_refused", { fault: problem, ...params });
}

// The readers of tar and gzip throw errors of backups; those of tar-stream and yauzl only have messages.
function asUnpackError(reason: unknown, { bytes }: ArchiveLimits): AppError {
  const error = asArchiveError(reason);
  if (error.code !== "archive_refused") return error;
  const problem = error.params["fault"];
  if (problem === "too_large") {
    return unpackError("too_large", { max: `${Math.round(bytes / 1024 ** 2)} MB` });
  }
  return unpackError(problem === "truncated" ? "truncated" : "damaged");
}

async function openArchive(
  file: RegularFile,
  limits: ArchiveLimits,
): Promise<AsyncGenerator<PackedFile, void>> {
  const start = (await file.chunks({ to: 512 }).next()).value ?? new Uint8Array();
  const text = String.fromCharCode(...start);
  if (text.startsWith("PK\x03\x04") || text.startsWith("PK\x05\x06")) return zipFiles(file, limits);
  if (text.startsWith("\x1f\x8b")) return tarFiles(gunzipStream(file.chunks()), limits);
  if (text.startsWith("ustar", 257)) return tarFiles(file.chunks(), limits);
  throw unpackError("not_an_archive");
}

async function* tarFiles(
  source: AsyncIterable<Uint8Array>,
  { bytes }: ArchiveLimits,
): AsyncGenerator<PackedFile, void> {
  for await (const { header, content } of tarEntries(bounded(source, bytes))) {
    const kind = header.type === "file" ? "file" : header.type === "directory" ? "folder" : "other";
    yield { path: header.name, kind, executable: ((header.mode ?? 0) & 0o111) !== 0, content: () => content };
    // The next entry arrives only after this one was read.
    for await (const _ of content);
  }
}

async function* zipFiles(
  file: RegularFile,
  { bytes, entries }: ArchiveLimits,
): AsyncGenerator<PackedFile, void> {
  const zip = await openZip(file);
  let total = 0;
  try {
    // Before any is read: each takes several reads of the file.
    if (zip.entryCount > entries) throw unpackError("too_many", { max: entries });
    for await (const entry of zip.eachEntry()) {
      total += entry.uncompressedSize;
      if (total > bytes) throw archiveError("too_large");
      const path = nameOf(entry);
      if (entry.isEncrypted()) throw unpackError("encrypted", { name: printableName(path) });
      if (!entry.canDecodeFileData()) throw archiveError("damaged");
      const mode = entry.versionMadeBy >> 8 === UNIX ? entry.externalFileAttributes >>> 16 : 0;
      const type = mode & 0o170000;
      const kind = path.endsWith("/") ? "folder" : type === 0 || type === 0o100000 ? "file" : "other";
      yield { path, kind, executable: (mode & 0o111) !== 0, content: () => zipContent(zip, entry) };
    }
  } finally {
    zip.close();
  }
}

/** The system in `versionMadeBy` whose archives contain file modes. */
const UNIX = 3;

async function openZip(file: RegularFile): Promise<ZipFile> {
  const { default: { fromRandomAccessReaderPromise, RandomAccessReader } } = await import("yauzl");
  class Reader extends RandomAccessReader {
    override _readStreamForRange(start: number, end: number): Readable {
      return Readable.from(file.chunks({ from: start, to: end }), { objectMode: false });
    }
  }
  try {
    return await fromRandomAccessReaderPromise(new Reader(), file.stats.size, {
      decodeStrings: false,
      autoClose: false,
    });
  } catch {
    throw archiveError("truncated");
  }
}

async function* zipContent(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array, void> {
  let sum = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    const bytes = chunk as Uint8Array; // no encoding is set
    sum = crc32(bytes, sum);
    yield bytes;
  }
  if (sum !== entry.crc32) throw archiveError("damaged");
}

/** Bit of the flags that says that a name is UTF-8. */
const UTF8_NAME = 0x800;

// Without that bit, the encoding is not recorded: most programs write UTF-8 anyway, Chinese Windows writes GBK. Some
// programs for Windows separate names by backslashes.
function nameOf({ fileNameRaw, generalPurposeBitFlag }: Entry): string {
  return decode(fileNameRaw, (generalPurposeBitFlag & UTF8_NAME) !== 0).replaceAll("\\", "/");
}

function decode(raw: Uint8Array, isUtf8: boolean): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(raw);
  } catch {
    return new TextDecoder(isUtf8 ? "utf-8" : "gb18030").decode(raw);
  }
}
