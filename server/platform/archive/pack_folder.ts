import type { Pack } from "tar-stream";
import { addContent } from "../files/archived_content.ts";
import { PinnedFolder } from "../files/pinned_folder.ts";
import { RegularFile } from "../files/regular_file.ts";
import { walkTree } from "../files/walk_tree.ts";

/** Caches, clones and logs, which no import reads and which are often larger than everything else. */
const skip = new Set(["node_modules", "__pycache__", ".git", ".venv", "dep_cache", "syslog"]);

/** Packs a folder as a tar, as it is read. Links are included as links; unreadable files are left out. */
export async function packFolder(path: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const { default: tar } = await import("tar-stream");
  const archive = tar.pack();
  archive.on("error", () => {});
  void fill(archive, path).then(() => archive.finalize(), (error: Error) => archive.destroy(error));
  const chunks = archive[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value as Uint8Array<ArrayBuffer>); // no encoding is set
    },
    cancel: () => archive.destroy(),
  }, { highWaterMark: 0 });
}

async function fill(archive: Pack, path: string): Promise<void> {
  using top = PinnedFolder.open(path);
  for await (const { folder, name, names, stats } of walkTree(top, { skip })) {
    if (archive.destroyed) return;
    const header = { name: names.join("/"), mode: stats.mode & 0o777, mtime: stats.mtime };
    if (stats.isSymbolicLink()) archive.entry({ ...header, type: "symlink", linkname: "." });
    else if (stats.isDirectory()) archive.entry({ ...header, name: `${header.name}/`, type: "directory" });
    else if (stats.isFile()) {
      const file = await RegularFile.open({ folder, name, path: header.name }).catch(() => null);
      if (file === null) continue;
      await using opened = file;
      await addContent(archive, header, { size: opened.stats.size, chunks: opened.chunks(), filler: 0 });
    }
  }
}
