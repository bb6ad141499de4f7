// The files of a pull that describe objects of the panel.
import { createHash } from "node:crypto";
import { AppError, refuseIf } from "../../contract/app_error.ts";
import type { ConfigurationFile } from "../../contract/configuration.ts";
import { configurationLimits as limits } from "../../contract/limits/configuration.ts";
import type { SubscriptionRow } from "../../migrations/subscription_tables.ts";
import { FilesRoot } from "../../platform/files/files_root.ts";
import { RegularFile } from "../../platform/files/regular_file.ts";
import { configurationIn } from "./pick/pick_files.ts";
import type { PulledFile } from "./pull/job.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads the files of a pull in the folder that is applied. Others can write into that folder, so only what the pull has brought
 * counts. Throws `validation_failed`.
 */
export async function readPulledConfiguration(
  scripts: string,
  { alias, apply_folder: folder }: Pick<SubscriptionRow, "alias" | "apply_folder">,
  files: readonly PulledFile[],
): Promise<ConfigurationFile[]> {
  const isConfiguration = configurationIn(folder);
  const prefix = folder === "." || folder === null ? 0 : folder.length + 1;
  const wanted = files.filter(({ path }) => isConfiguration(path));
  if (wanted.length > limits.files) {
    refuseIf([{ path: folder ?? "", code: "too_many", params: { max: limits.files } }]);
  }
  const read: ConfigurationFile[] = [];
  let total = 0;
  for (const { path, hash, size } of wanted) {
    total += size;
    if (size > limits.fileBytes) {
      refuseIf([{ path, code: "file_too_large", params: { max: limits.fileBytes } }]);
    }
    if (total > limits.totalBytes) {
      refuseIf([{ path, code: "folder_too_large", params: { max: limits.totalBytes } }]);
    }
    const bytes = await readFile(scripts, `${alias}/${path}`);
    if (createHash("sha256").update(bytes).digest("hex") !== hash) throw new AppError("stale_version");
    read.push({ path: path.slice(prefix), text: decode(bytes, path) });
  }
  return read;
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new AppError("validation_failed", { count: 1 }, [{ path, code: "not_utf8" }]);
  }
}

async function readFile(scripts: string, path: string): Promise<Uint8Array> {
  using location = new FilesRoot(scripts).location(path);
  await using file = await RegularFile.open(location);
  return await file.readAll(limits.fileBytes);
}
