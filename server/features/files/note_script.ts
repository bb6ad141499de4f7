import { AppError } from "../../contract/app_error.ts";
import { FilesRoot } from "../../platform/files/files_root.ts";
import { RegularFile } from "../../platform/files/regular_file.ts";
import type { FileVersions } from "./versions.ts";
import { fileLimits } from "../../contract/limits/files.ts";

/**
 * Stores the script that a run is about to execute as a version, so that exactly that text can be opened
 * later; returns the version's id. Returns null if it is not a script with versions: it is gone, is outside
 * the area, or is too large.
 */
export async function noteScript(
  versions: FileVersions,
  scripts: string,
  path: string,
): Promise<number | null> {
  try {
    using location = new FilesRoot(scripts).location(path, { follow: true });
    await using file = await RegularFile.open(location);
    const bytes = await file.readAll(fileLimits.textBytes);
    return await versions.record({
      area: "scripts",
      path: location.path,
      bytes,
      savedBy: null,
      cause: "ran",
    });
  } catch (error) {
    if (error instanceof AppError || (error instanceof Error && "code" in error && error.code === "ENOENT")) {
      return null;
    }
    throw error;
  }
}
