// Reads one file of a pull that is not in place, together with the current file, for the user who reviews it.
import { AppError } from "../../contract/app_error.ts";
import { type LaidOutFile, type LaidOutSide, MAX_VISIBLE_BYTES } from "../../contract/subscriptions.ts";
import { withFileErrors } from "../../platform/files/file_errors.ts";
import { FilesRoot } from "../../platform/files/files_root.ts";
import { RegularFile } from "../../platform/files/regular_file.ts";
import { asText } from "../files/read_file.ts";
import type { LaidOut } from "./laid_out.ts";
import type { PulledFile } from "./pull/job.ts";

export interface Checked {
  laidOut: LaidOut;
  /** Path of the folder on disk. */
  folder: string;
  /** The files that previous pulls put in place. */
  before: readonly PulledFile[];
  /** The scripts, and the current folder in it; null if there is none. */
  scripts: FilesRoot;
  alias: string | null;
  path: string;
}

/** Reads a file as it is and as it would be. Throws `not_found` if it exists on neither side. */
export async function readLaidOutFile(
  { laidOut, folder, before, scripts, alias, path }: Checked,
): Promise<LaidOutFile> {
  const isIn = (files: readonly PulledFile[]) => files.some((file) => file.path === path);
  // Looks up only paths that a pull listed.
  if (!isIn(laidOut.files) && !isIn(before)) throw new AppError("not_found");
  return {
    ...{ runId: laidOut.runId, path },
    before: alias === null ? null : await readSide(scripts, `${alias}/${path}`),
    after: isIn(laidOut.files) ? await readSide(new FilesRoot(folder), path) : null,
  };
}

// Whatever scripts did to this path meanwhile, the other side stays readable.
async function readSide(root: FilesRoot, path: string): Promise<LaidOutSide | null> {
  try {
    return await withFileErrors(path, async () => {
      using location = root.location(path);
      await using file = await RegularFile.open(location);
      const { size } = file.stats;
      if (size > MAX_VISIBLE_BYTES) return { size, format: "too_large" as const, content: null };
      const bytes = await file.readAll(MAX_VISIBLE_BYTES);
      return { size: bytes.length, ...asText(bytes, false) };
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "not_found") return null;
    if (error.code === "payload_too_large") return { size: null, format: "too_large", content: null };
    return { size: null, format: "no_file", content: null };
  }
}
