import { constants, linkSync, promises } from "node:fs";
import { unfinishedName } from "../../platform/files/atomic_save.ts";
import { errorCode, withFileErrors } from "../../platform/files/file_errors.ts";
import type { Location } from "../../platform/files/files_root.ts";
import { RegularFile } from "../../platform/files/regular_file.ts";
import type { Area } from "./area.ts";

/** What is at a path before an import: nothing, the same file, or something else. */
export type ImportedState = "free" | "same" | "different";

/** Compares the file at a path of an area with a file elsewhere. Throws `AppError` for a path that cannot be used. */
export async function compareImported(area: Area, path: string, from: string): Promise<ImportedState> {
  return await withFileErrors(path, async () => {
    try {
      using location = area.root.location(path);
      const there = location.folder.find(location.name);
      if (there === null) return "free";
      const other = await promises.lstat(from);
      if (!there.isFile() || !other.isFile() || there.size !== other.size) return "different";
      if (there.ino === other.ino && there.dev === other.dev) return "same";
      return await hasContentOf(location, from) ? "same" : "different";
    } catch (error) {
      // One of its folders does not exist yet.
      if (isMissing(error)) return "free";
      throw error;
    }
  });
}

/**
 * Puts a staged file at a free path of an area, complete or not at all; the staged file stays. Its content must be synced to
 * disk. Returns false if something is there meanwhile. Throws `AppError`.
 */
export async function placeImported(area: Area, path: string, from: string): Promise<boolean> {
  return await area.turns.take(() =>
    withFileErrors(path, async () => {
      using location = area.root.location(path, { make: true });
      const target = location.folder.at(location.name);
      try {
        linkSync(from, target);
        return true;
      } catch (error) {
        if (errorCode(error) === "EEXIST") return false;
        if (
          !["EPERM", "EXDEV", "ENOTSUP", "EOPNOTSUPP", "EMLINK"].includes(errorCode(error) ?? "")
        ) throw error;
      }
      return await copyTo(location, from);
    })
  );
}

/** Removes a file that an import has put into an area. Throws `AppError`. */
export async function removeImported(area: Area, path: string): Promise<void> {
  await area.turns.take(() =>
    withFileErrors(path, async () => {
      using location = area.root.location(path);
      await promises.rm(location.folder.at(location.name));
    })
  );
}

// A file system without hard links.
async function copyTo({ folder, name }: Location, from: string): Promise<boolean> {
  if (folder.find(name)) return false;
  const draft = folder.at(unfinishedName());
  try {
    await promises.copyFile(from, draft, constants.COPYFILE_EXCL);
    await promises.rename(draft, folder.at(name));
    return true;
  } catch (error) {
    await promises.rm(draft, { force: true });
    throw error;
  }
}

async function hasContentOf(location: Location, from: string): Promise<boolean> {
  await using file = await RegularFile.open(location);
  using other = await Deno.open(from);
  const buffer = new Uint8Array(256 * 1024);
  for await (const chunk of file.chunks()) {
    for (let at = 0; at < chunk.length;) {
      const read = await other.read(buffer.subarray(0, Math.min(buffer.length, chunk.length - at)));
      if (read === null) return false;
      for (let index = 0; index < read; index++) if (buffer[index] !== chunk[at + index]) return false;
      at += read;
    }
  }
  return await other.read(buffer) === null;
}

function isMissing(error: unknown): boolean {
  if (errorCode(error) === "ENOENT") return true;
  return error instanceof Error && "code" in error && error.code === "not_found";
}
