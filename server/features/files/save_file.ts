import { AppError } from "../../contract/app_error.ts";
import { type FileDetails, type VersionCause } from "../../contract/files.ts";
import { UnfinishedFile } from "../../platform/files/atomic_save.ts";
import { withFileErrors, wrongKind } from "../../platform/files/file_errors.ts";
import type { Location } from "../../platform/files/files_root.ts";
import { modificationTime } from "../../platform/files/list_folder.ts";
import { RegularFile } from "../../platform/files/regular_file.ts";
import type { Area } from "./area.ts";
import type { Precondition } from "./preconditions.ts";
import { hashOf } from "./read_file.ts";
import type { FileVersions } from "./versions.ts";
import { fileLimits } from "../../contract/limits/files.ts";

export interface Saving {
  path: string;
  bytes: Uint8Array<ArrayBuffer>;
  by: string | null;
  cause: VersionCause;
  precondition: Precondition;
}

/** Saves a file atomically and stores the previous content as a version. Throws `AppError`. */
export async function saveFile(
  { area, versions }: { area: Area; versions: FileVersions },
  saving: Saving,
): Promise<{ details: FileDetails; isNew: boolean }> {
  const { path, bytes, precondition } = saving;
  if (bytes.length > fileLimits.textBytes) {
    throw new AppError("payload_too_large", { limit: fileLimits.textBytes });
  }
  const saved = await area.turns.take(() =>
    withFileErrors(path, async () => {
      using location = area.root.location(path, {
        follow: true,
        make: precondition.match === null,
        checkNew: true,
      });
      const etag = await hashOf(bytes);
      const isNew = checkFirst(location, precondition);
      const isSame = !isNew && await keepBefore(area, versions, location, precondition) === etag;
      if (!isSame) await write({ area, versions }, saving, location);
      const stats = location.folder.check(location.name);
      return {
        isNew,
        isSame,
        details: { path, size: bytes.length, modifiedAt: modificationTime(stats), etag },
      };
    })
  );
  if (!saved.isSame) area.announce();
  return saved;
}

/**
 * Stores the content that is about to be overwritten as a version; returns its SHA-256 in hex. Throws
 * `stale_version` if it is not the expected one.
 */
export async function keepBefore(
  area: Area,
  versions: FileVersions,
  location: Location,
  { match }: Pick<Precondition, "match">,
): Promise<string> {
  await using file = await RegularFile.open(location);
  const origin = { area: area.name, path: location.path, savedBy: null, cause: "found" as const };
  const hash = await file.hash();
  if (Array.isArray(match) && !match.includes(hash)) throw new AppError("stale_version");
  await versions.recordFile(file, hash, origin);
  return hash;
}

async function write(
  { area, versions }: { area: Area; versions: FileVersions },
  { bytes, by, cause }: Saving,
  location: Location,
): Promise<void> {
  const before = location.folder.find(location.name);
  using unfinished = await UnfinishedFile.write(location.folder, [bytes], { mode: usualMode(bytes) });
  if (before) unfinished.copyAttributes(before);
  const origin = { area: area.name, path: location.path, savedBy: by, cause };
  const place = () => before ? unfinished.replace(location.name) : unfinished.put(location.name);
  await versions.recordAround({ ...origin, bytes }, {
    place,
    isPlaced: () => unfinished.isPlaced,
  });
}

// Checks what is possible without reading the content. Returns whether the file does not exist yet.
function checkFirst({ folder, name, path }: Location, { match, isNew }: Precondition): boolean {
  const stats = folder.find(name);
  if (stats === null) {
    if (match !== null) throw new AppError("stale_version");
    return true;
  }
  if (isNew) throw new AppError("already_exists", { path });
  if (!stats.isFile()) throw wrongKind(path, "file");
  if (match === null) throw new AppError("precondition_required");
  return false;
}

// A file with a shebang line is meant to be executed directly.
function usualMode(bytes: Uint8Array): number {
  return bytes[0] === 0x23 && bytes[1] === 0x21 ? 0o755 : 0o644;
}
