// Looks through a folder for a text, in names or in contents. Runs in a worker, so it reads and waits as it likes.
import type { SearchHit, SearchResult } from "../../contract/files.ts";
import { textPattern } from "../text_pattern.ts";
import { FilesRoot } from "./files_root.ts";
import { describeEntry } from "./list_folder.ts";
import { joinNames } from "./path_names.ts";
import type { Hold } from "./pinned_folder.ts";
import { scanFile } from "./scan_file.ts";
import { type WalkedEntry, walkTree } from "./walk_tree.ts";

export interface FolderSearch {
  /** Path of the root on the disk. */
  root: string;
  /** Folder below the root where to look. */
  path: string;
  /** The text as it stands there, in either case. */
  q: string;
  in: "names" | "contents";
  /** Milliseconds. */
  timeLimitMs: number;
  /** Names of files that are left out, as the source of a regular expression. */
  without?: string;
  /** Files beyond that many bytes are not looked into; 32 MiB unless told. */
  largest?: number;
  /** Whether to begin with the last of the names: where they are times, with the newest. */
  backwards?: boolean;
  /** By what folders are held; as the machine lets it unless told. */
  hold?: Hold | undefined;
  /** Most lines of one file that are told of; as many as of all files unless told. */
  perFile?: number;
}

/** Most places that are told of. */
export const MAX_HITS = 500;
const MAX_BYTES = 32 * 1024 * 1024;
const foreign = new Set(["node_modules", ".git"]);

/** Looks through a folder until its end, the time limit, or as many hits as are told of. Throws `AppError` when there is no such folder. */
export async function scanFolder(search: FolderSearch, now: () => number): Promise<SearchResult> {
  const deadline = now() + search.timeLimitMs;
  const root = new FilesRoot(search.root, search.hold);
  const hits: SearchHit[] = [];
  let complete = true;
  const { folder: top } = root.folder(search.path);
  using folder = top;
  const without = search.without === undefined ? null : new RegExp(search.without);
  const isLate = () => now() > deadline;
  const find = search.in === "names" ? nameFinder(root, search.q) : contentFinder(search, isLate);
  for await (const entry of walkTree(folder, { skip: foreign, backwards: search.backwards ?? false })) {
    if (without?.test(entry.name)) continue;
    const found = find(entry, joinNames(search.path, ...entry.names), MAX_HITS + 1 - hits.length);
    hits.push(...found.hits);
    complete &&= found.complete;
    if (hits.length > MAX_HITS) return { hits: hits.slice(0, MAX_HITS), complete: false };
    if (isLate()) return { hits, complete: false };
  }
  return { hits, complete };
}

interface Found {
  hits: SearchHit[];
  /** Whether there is no more in this entry. */
  complete: boolean;
}

type Find = (entry: WalkedEntry, path: string, max: number) => Found;

function nameFinder(root: FilesRoot, q: string): Find {
  const wanted = q.toLowerCase();
  return ({ folder, name, stats }, path) => {
    if (!name.toLowerCase().includes(wanted)) return { hits: [], complete: true };
    const isFolder = stats.isDirectory() ||
      stats.isSymbolicLink() && describeEntry(root, folder, { name, path }).link?.targetKind === "folder";
    const hit: SearchHit = { path, kind: isFolder ? "folder" : "file", line: null, text: null };
    return { hits: [hit], complete: true };
  };
}

function contentFinder(
  { q, largest = MAX_BYTES, perFile = Infinity }: FolderSearch,
  isLate: () => boolean,
): Find {
  const { source, longest } = textPattern(q, false);
  const pattern = new RegExp(source, "g");
  return (entry, path, max) => {
    const { lines, complete } = scanFile(entry, {
      pattern,
      longest,
      largest,
      isLate,
      max: Math.min(max, perFile),
    });
    return { hits: lines.map((found) => ({ path, kind: "file", ...found })), complete };
  };
}
