import { mkdirSync } from "node:fs";
import { AppError } from "../../contract/app_error.ts";
import { fileLimits } from "../../contract/limits/files.ts";
import { type PackedFile, readPackedFiles } from "../../platform/archive/read_packed_files.ts";
import { UnfinishedFile } from "../../platform/files/atomic_save.ts";
import { errorCode, withFileErrors, wrongKind } from "../../platform/files/file_errors.ts";
import type { PinnedFolder } from "../../platform/files/pinned_folder.ts";
import { joinNames } from "../../platform/files/path_names.ts";
import { RegularFile } from "../../platform/files/regular_file.ts";
import type { Area } from "./area.ts";
import { applyToEach, type PathResult } from "./batch_results.ts";
import { placeFile, type Stand } from "./upload_files.ts";

export interface UnpackRequest {
  /** Path of the archive; its files are written to the folder that contains it. */
  path: string;
  existing: "refuse" | "replace";
  by: string | null;
  /** Aborted when the client no longer waits; files already written stay. */
  signal: AbortSignal;
}

const limits = { entries: fileLimits.unpackedFiles, bytes: fileLimits.unpackedBytes };

/**
 * Unpacks an archive into its folder; returns one result per file and omitted link. Reads the whole archive before it
 * writes the first file, so that a damaged one leaves nothing behind. Throws `unpack_refused`.
 */
export async function unpackArchive(stand: Stand, request: UnpackRequest): Promise<PathResult[]> {
  const { area } = stand;
  const { path, signal } = request;
  return await withFileErrors(path, async () => {
    using location = area.root.location(path, { follow: true });
    await using archive = await RegularFile.open(location);
    for await (const { kind, content } of readPackedFiles(archive, limits)) {
      signal.throwIfAborted();
      if (kind === "file") { for await (const _ of content()); }
    }
    const parent = location.path.split("/").slice(0, -1).join("/");
    const { folder } = area.root.folder(parent);
    using _ = folder;
    const results: PathResult[] = [];
    try {
      for await (const packed of readPackedFiles(archive, limits)) {
        signal.throwIfAborted();
        const target = joinNames(parent, packed.path);
        results.push(...await unpackOne(stand, request, { packed, target, folder }));
      }
    } finally {
      if (results.some(({ error }) => error === null)) area.announce();
    }
    return results;
  });
}

/**
 * Writes one entry; a folder has a result only if it cannot be created. Records no version of new files, which would
 * double the time; a file has one as soon as it changes.
 */
async function unpackOne(
  stand: Stand,
  request: UnpackRequest,
  { packed, target, folder }: { packed: PackedFile; target: string; folder: PinnedFolder },
): Promise<PathResult[]> {
  const results = await applyToEach([target], (path) => path, async () => {
    if (packed.kind === "folder") return await makeFolder(stand.area, target);
    if (packed.kind === "other") throw wrongKind(target, "file");
    refuseExisting(stand.area, request, target);
    const mode = packed.executable ? 0o755 : 0o644;
    using file = await UnfinishedFile.write(folder, packed.content(), { mode });
    await stand.area.turns.take(() =>
      withFileErrors(target, async () => {
        const follow = request.existing === "replace";
        using location = stand.area.root.location(target, { make: true, checkNew: true, follow });
        await placeFile(stand, { file, location, existing: request.existing });
      })
    );
  });
  return packed.kind === "folder" ? results.filter(({ error }) => error !== null) : results;
}

// Before the content is written: most files of an archive that is unpacked again exist.
function refuseExisting(area: Area, { existing }: UnpackRequest, path: string): void {
  if (existing !== "refuse") return;
  using location = area.root.location(path, { make: true, checkNew: true });
  if (location.folder.find(location.name)) throw new AppError("already_exists", { path });
}

async function makeFolder(area: Area, path: string): Promise<void> {
  await area.turns.take(async () => {
    using location = area.root.location(path, { make: true, checkNew: true });
    try {
      mkdirSync(location.folder.at(location.name));
      await location.folder.sync();
    } catch (error) {
      if (errorCode(error) !== "EEXIST" || !location.folder.find(location.name)?.isDirectory()) throw error;
    }
  });
}
