import { AppError } from "../../contract/app_error.ts";
import { FilesRoot } from "../../platform/files/files_root.ts";
import { RegularFile } from "../../platform/files/regular_file.ts";
import type { FileVersions } from "./versions.ts";
import { fileLimits } from "../../contract/limits/files.ts";

/**
 * Keeps the script a run is about to execute as a version, so that exactly that text can be opened later; answers the version's
 * id. Null for what is no version of a script: it is gone, lies elsewhere, or is too large to be looked at.
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
