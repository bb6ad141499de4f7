import { AppError } from "../../../contract/app_error.ts";
import type { FileVersions } from "../../files/versions.ts";
import { errorCode } from "../../../platform/files/file_errors.ts";
import type { FilesRoot } from "../../../platform/files/files_root.ts";
import { RegularFile } from "../../../platform/files/regular_file.ts";
import type { PulledFile } from "../pull/job.ts";

export interface KeepOptions {
  root: FilesRoot;
  versions: FileVersions;
  alias: string;
  before: readonly PulledFile[];
  after: readonly PulledFile[];
}

/** Keeps the contents of the files that a pull is about to replace or remove, so that nothing a person wrote there is lost. */
export async function keepVersions({ root, versions, alias, before, after }: KeepOptions): Promise<void> {
  const next = new Map(after.map(({ path, hash }) => [path, hash]));
  for (const path of new Set([...before, ...after].map((file) => file.path))) {
    await keepOne({ root, versions }, `${alias}/${path}`, next.get(path));
  }
}

async function keepOne(
  { root, versions }: Pick<KeepOptions, "root" | "versions">,
  path: string,
  nextHash: string | undefined,
): Promise<void> {
  try {
    using workspace = root.location(path);
    await using file = await RegularFile.open(workspace);
    const hash = await file.hash();
    if (hash === nextHash) return;
    await versions.recordFile(file, hash, { area: "scripts", path, savedBy: null, cause: "found" });
  } catch (error) {
    // Nothing is there, or something that is no file.
    if (!(error instanceof AppError) && !["ENOENT", "ENOTDIR", "ELOOP"].includes(errorCode(error) ?? "")) {
      throw error;
    }
  }
}
