import { basename, dirname } from "node:path";
import type { Pack } from "tar-stream";
import { addContent, type ArchivedContent, openEntry } from "../files/archived_content.ts";
import { encryptStream } from "./age_stream.ts";
import { checksumLine, CHECKSUMS, newHash } from "./archive_form.ts";
import { gzipStream } from "./gzip_stream.ts";

/** An archive entry; a folder has no content. */
export interface NewEntry {
  name: string;
  mode: number;
  mtime: Date;
  content: ArchivedContent | null;
}

export interface WriteArchiveOptions {
  /** Encrypts the archive when set. */
  passphrase?: string | undefined;
  /** Called for every file that was written. */
  onFile?(entry: { name: string; size: number }): void;
}

/**
 * Writes an archive of these entries, in order, to a new file (0600) that is synced to disk when this returns. Memory use
 * does not grow with the content. Returns the size in bytes. Throws errors of the entries and file system errors; nothing
 * is left behind then, and a file that already exists stays as it is.
 */
export async function writeArchive(
  path: string,
  entries: AsyncIterable<NewEntry>,
  { passphrase, onFile }: WriteArchiveOptions = {},
): Promise<number> {
  // Before what is undone on an error: a file that exists is not removed.
  using file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
  let sums: string | null = null;
  try {
    sums = await Deno.makeTempFile({ dir: dirname(path), prefix: `${basename(path)}.`, suffix: ".sums" });
    const packed = gzipStream(tarStream(entries, sums, onFile));
    return await pour(passphrase === undefined ? packed : encryptStream(packed, passphrase), file);
  } catch (error) {
    await Deno.remove(path).catch(() => {});
    throw error;
  } finally {
    if (sums !== null) await Deno.remove(sums).catch(() => {});
  }
}

async function pour(stream: AsyncIterable<Uint8Array>, file: Deno.FsFile): Promise<number> {
  let size = 0;
  for await (const chunk of stream) {
    for (let at = 0; at < chunk.length;) at += await file.write(chunk.subarray(at));
    size += chunk.length;
  }
  await file.sync();
  return size;
}

async function* tarStream(
  entries: AsyncIterable<NewEntry>,
  sums: string,
  onFile: WriteArchiveOptions["onFile"],
): AsyncGenerator<Uint8Array, void> {
  const { default: tar } = await import("tar-stream");
  const archive = tar.pack();
  // An unhandled error event would end the panel.
  archive.on("error", () => {});
  let error: Error | undefined;
  const filling = fill(archive, { entries, sums, onFile }).then(
    () => archive.finalize(),
    (reason) => {
      error = reason instanceof Error ? reason : new Error(String(reason));
      archive.destroy(error);
    },
  );
  try {
    for await (const chunk of archive) yield chunk as Uint8Array; // no encoding is set
    if (error) throw error;
  } finally {
    archive.destroy();
    await filling;
  }
}

interface Filling {
  entries: AsyncIterable<NewEntry>;
  /** File that collects the checksums, because there may be too many to keep in memory. */
  sums: string;
  onFile: WriteArchiveOptions["onFile"];
}

async function fill(archive: Pack, { entries, sums, onFile }: Filling): Promise<void> {
  using lines = await Deno.open(sums, { read: true, write: true });
  for await (const entry of entries) {
    if (archive.destroyed) return;
    const { name, mode, content } = entry;
    const hash = await add(archive, entry);
    await writeAll(lines, checksumLine({ name, hash, size: content?.size ?? 0, mode }));
    if (content) onFile?.({ name, size: content.size });
  }
  const { size } = await lines.stat();
  await lines.seek(0, Deno.SeekMode.Start);
  const content = { size, chunks: lines.readable.values({ preventCancel: true }), filler: 0 };
  await add(archive, { name: CHECKSUMS, mode: 0o600, mtime: new Date(0), content });
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
}

// Returns the SHA-256 of what was written, as hex; null for a folder.
async function add(archive: Pack, { name, mode, mtime, content }: NewEntry): Promise<string | null> {
  if (content === null) {
    openEntry(archive, { name: `${name}/`, type: "directory", mode, mtime });
    return null;
  }
  const hash = newHash();
  const isIn = await addContent(archive, { name, mode, mtime }, content, (chunk) => hash.update(chunk));
  return isIn ? hash.digest("hex") : null;
}
