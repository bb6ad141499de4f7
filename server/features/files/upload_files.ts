import { AppError } from "../../contract/app_error.ts";
import { withFileErrors, wrongKind } from "../../platform/files/file_errors.ts";
import type { Location } from "../../platform/files/files_root.ts";
import { joinNames } from "../../platform/files/path_names.ts";
import type { UnfinishedFile } from "../../platform/files/atomic_save.ts";
import type { RequestContent } from "../../http/route.ts";
import { RegularFile } from "../../platform/files/regular_file.ts";
import type { Area } from "./area.ts";
import { applyToEach, type PathResult } from "./batch_results.ts";
import { type ReceivedFile, receiveParts } from "./receive_parts.ts";
import { keepBefore } from "./save_file.ts";
import type { FileVersions } from "./versions.ts";
import { fileLimits } from "../../contract/limits/files.ts";

/** What happens to a file whose name is taken: rejected, replacing the other, or stored under a free name. */
export const onExisting = ["refuse", "replace", "keep"] as const;

export interface Upload {
  /** Folder that the names in the form are relative to. */
  path: string;
  existing: (typeof onExisting)[number];
  by: string | null;
  content: RequestContent;
  /** Maximum total size of the files, in bytes. */
  limit: number;
  /** Called when the upload is complete and nothing has changed yet; throwing cancels the upload. */
  onReceived?(): Promise<void>;
}

export interface Stand {
  area: Area;
  versions: FileVersions;
}

/**
 * Stores the files of a form in a folder and creates missing folders. Throws `AppError` if the form cannot be
 * read.
 */
export async function uploadFiles(stand: Stand, upload: Upload): Promise<PathResult[]> {
  const { area } = stand;
  const { folder, path } = await withFileErrors(upload.path, () => area.root.folder(upload.path));
  using _ = folder;
  const received = await receiveParts(upload.content, { folder, limit: upload.limit });
  try {
    await upload.onReceived?.();
    const stored: string[] = [];
    const results = await applyToEach(received, ({ name }) => joinNames(path, name), async (one) => {
      const target = joinNames(path, one.name);
      stored.push(
        await area.turns.take(() => withFileErrors(target, () => place(stand, upload, { one, target }))),
      );
    });
    if (stored.length > 0) area.announce();
    const paths = stored.values();
    return results.map((one) => one.error === null ? { ...one, path: paths.next().value ?? one.path } : one);
  } finally {
    for (const { file } of received) file?.[Symbol.dispose]();
  }
}

// Returns the final path.
async function place(
  { area, versions }: Stand,
  { existing, by }: Upload,
  { one, target }: { one: ReceivedFile; target: string },
): Promise<string> {
  if (one.file === null) throw one.error;
  using location = area.root.location(target, { make: true, checkNew: true, follow: existing === "replace" });
  const name = existing === "keep" ? freeName(location) : location.name;
  await placeFile({ area, versions }, { file: one.file, location: { ...location, name }, existing });
  const lies = {
    folder: location.folder,
    name,
    path: joinNames(...location.path.split("/").slice(0, -1), name),
  };
  await keepUploaded({ area, versions }, lies, by);
  return lies.path;
}

/**
 * Moves a written file to its path. A file that it replaces is stored as a version and passes on its mode. Throws
 * `already_exists`.
 */
export async function placeFile(
  { area, versions }: Stand,
  { file, location, existing }: { file: UnfinishedFile; location: Location; existing: Upload["existing"] },
): Promise<void> {
  const { folder, name, path } = location;
  const before = folder.find(name);
  if (!before) return await file.put(name, folder);
  if (existing === "refuse") throw new AppError("already_exists", { path });
  if (!before.isFile()) throw wrongKind(path, "file");
  await keepBefore(area, versions, location, { match: "any" });
  file.copyAttributes(before);
  await file.replace(name, folder);
}

// A file too large for the editor is stored as a version only when it is replaced.
async function keepUploaded(
  { area, versions }: Stand,
  location: Pick<Location, "folder" | "name" | "path">,
  by: string | null,
) {
  await using file = await RegularFile.open(location);
  if (file.stats.size > fileLimits.textBytes) return;
  const origin = { area: area.name, path: location.path, savedBy: by, cause: "uploaded" as const };
  await versions.recordFile(file, await file.hash(), origin);
}

function freeName({ folder, name }: Location): string {
  const [, stem = name, ending = ""] = /^(.+?)((?:\.tar)?\.[^.]*)?$/s.exec(name) ?? [];
  let free = name;
  for (let count = 1; folder.find(free); count++) free = `${stem} (${count})${ending}`;
  return free;
}
