import { readdirSync } from "node:fs";
import type { Stats } from "node:fs";
import type { FileEntry } from "../../contract/files.ts";
import { errorCode } from "./file_errors.ts";
import type { FilesRoot } from "./files_root.ts";
import { isReservedName, joinNames } from "./path_names.ts";
import type { PinnedFolder } from "./pinned_folder.ts";
import { yieldToEventLoop } from "../event_loop.ts";
import { isoTime } from "../iso_time.ts";

/** Entries processed before yielding to other work. */
const AT_ONCE = 500;

const byName = new Intl.Collator("en", { numeric: true });

/** Lists a folder, folders first, in natural name order. The panel's own files are hidden. Throws `AppError`. */
export async function listFolder(
  root: FilesRoot,
  path: string,
): Promise<{ path: string; entries: FileEntry[] }> {
  const { folder } = root.folder(path);
  using _ = folder;
  const names = readdirSync(folder.at()).filter((name) => !isReservedName(name));
  const entries: FileEntry[] = [];
  for (const [index, name] of names.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await yieldToEventLoop();
    entries.push(describeEntry(root, folder, { name, path: joinNames(path, name) }));
  }
  return { path, entries: entries.sort(inOrder) };
}

/** Describes an entry of a folder. An entry that cannot be read is `special` and `unreadable`. */
export function describeEntry(
  root: FilesRoot,
  folder: PinnedFolder,
  { name, path }: { name: string; path: string },
): FileEntry {
  const base = { name, path, size: null, modifiedAt: null, special: null, link: null };
  let stats: Stats;
  try {
    stats = folder.check(name);
  } catch {
    return { ...base, kind: "special", special: "unreadable" };
  }
  const modifiedAt = modificationTime(stats);
  if (stats.isFile()) return { ...base, kind: "file", size: stats.size, modifiedAt };
  if (stats.isDirectory()) return { ...base, kind: "folder", modifiedAt };
  if (stats.isSymbolicLink()) {
    return { ...base, kind: "link", modifiedAt, link: readLink(root, folder, name) };
  }
  return { ...base, kind: "special", modifiedAt, special: specialKind(stats) };
}

/** Returns when a file was last modified, in ISO 8601 for the API. */
export function modificationTime({ mtimeMs }: Stats): string {
  // A file system may store dates outside the range of ISO 8601.
  return isoTime(Math.min(Math.max(mtimeMs, 0), 8.64e15));
}

function specialKind(stats: Stats): FileEntry["special"] {
  if (stats.isFIFO()) return "fifo";
  return stats.isSocket() ? "socket" : "device";
}

function readLink(root: FilesRoot, folder: PinnedFolder, name: string): FileEntry["link"] {
  try {
    const target = root.leadsTo(folder, name);
    if (target === null) return { state: "outside", target, targetKind: null };
    return { state: "inside", target, targetKind: targetKind(root, target) };
  } catch (error) {
    return { state: errorCode(error) === "ELOOP" ? "loop" : "broken", target: null, targetKind: null };
  }
}

function targetKind(root: FilesRoot, target: string): "file" | "folder" | null {
  if (target === "") return "folder";
  try {
    using location = root.location(target);
    const stats = location.folder.check(location.name);
    if (stats.isDirectory()) return "folder";
    return stats.isFile() ? "file" : null;
  } catch {
    return null;
  }
}

function inOrder(a: FileEntry, b: FileEntry): number {
  const rank = ({ kind, link }: FileEntry) => kind === "folder" || link?.targetKind === "folder" ? 0 : 1;
  return rank(a) - rank(b) || byName.compare(a.name, b.name) || (a.name < b.name ? -1 : 1);
}
