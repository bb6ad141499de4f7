import type { Pack } from "tar-stream";
import { addContent, type ArchivedContent, openEntry } from "./archived_content.ts";
import { joinNames } from "./path_names.ts";
import type { PinnedFolder } from "./pinned_folder.ts";
import { RegularFile } from "./regular_file.ts";
import { type WalkedEntry, walkTree } from "./walk_tree.ts";

export interface ArchiveOptions {
  /** Returns true for names of files to leave out. */
  without?(name: string): boolean;
  /** Returns the content to archive for a file, where that differs from its content on disk. */
  contentOf?(entry: WalkedEntry): Promise<ArchivedContent>;
}

/**
 * Packs a folder as `.tar.gz`, below a folder named `name`. The archive is produced as the stream is read; when the reader
 * cancels, no more files are read. Links, and entries that are neither files nor folders, are left out. Closes the folder
 * at the end.
 */
export async function archiveFolder(
  folder: PinnedFolder,
  name: string,
  options: ArchiveOptions = {},
): Promise<ReadableStream<Uint8Array>> {
  const { default: tar } = await import("tar-stream");
  const archive = tar.pack();
  archive.on("error", () => {});
  void fill(archive, folder, { name, ...options }).then(
    () => archive.finalize(),
    // The reader sees a truncated stream.
    (error: Error) => archive.destroy(error),
  );
  const chunks = archive[Symbol.asyncIterator]();
  // Does not use the runtime's own stream conversion: it throws an uncaught error when a reader cancels.
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value as Uint8Array<ArrayBuffer>);
    },
    cancel: () => archive.destroy(),
  }, { highWaterMark: 0 });
  return packed.pipeThrough(new CompressionStream("gzip"));
}

async function fill(
  archive: Pack,
  top: PinnedFolder,
  { name, without, contentOf }: ArchiveOptions & { name: string },
): Promise<void> {
  using folder = top;
  openEntry(archive, { name: `${name}/`, type: "directory", mode: 0o755 });
  for await (const entry of walkTree(folder)) {
    if (archive.destroyed) return;
    if (entry.stats.isFile() && without?.(entry.name)) continue;
    if (entry.stats.isFile()) await addFile(archive, { name, contentOf }, entry);
    else if (entry.stats.isDirectory()) openEntry(archive, folderHeader(name, entry));
  }
}

function folderHeader(top: string, entry: WalkedEntry) {
  const { name, ...rest } = headerOf(top, entry);
  return { ...rest, name: `${name}/`, type: "directory" as const };
}

function headerOf(top: string, { names, stats }: WalkedEntry) {
  return { name: joinNames(top, ...names), mode: stats.mode & 0o777, mtime: stats.mtime };
}

async function addFile(
  archive: Pack,
  { name, contentOf }: { name: string; contentOf: ArchiveOptions["contentOf"] },
  entry: WalkedEntry,
): Promise<void> {
  let opened: RegularFile;
  try {
    opened = await RegularFile.open({ ...entry, path: entry.names.join("/") });
  } catch {
    // It was removed or replaced in the meantime, or it is not readable.
    return;
  }
  await using file = opened;
  const content = await contentOf?.(entry) ?? { size: file.stats.size, chunks: file.chunks(), filler: 0 };
  await addContent(archive, headerOf(name, entry), content);
}
