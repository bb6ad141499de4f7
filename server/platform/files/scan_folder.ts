// Searches a folder for a text, in names or in contents. Runs in a worker, so it may block.
import type { SearchHit, SearchResult } from "../../contract/files.ts";
import { textPattern } from "../text_pattern.ts";
import { FilesRoot } from "./files_root.ts";
import { describeEntry } from "./list_folder.ts";
import { joinNames } from "./path_names.ts";
import type { Hold } from "./pinned_folder.ts";
import { scanFile } from "./scan_file.ts";
import { type WalkedEntry, walkTree } from "./walk_tree.ts";

export interface FolderSearch {
  /** Path of the root on disk. */
  root: string;
  /** Folder below the root to search. */
  path: string;
  /** The literal text to find, case-insensitive. */
  q: string;
  in: "names" | "contents";
  /** Whether to find the text in contents only as a whole name, such as that of a variable, in its case. */
  isName?: boolean;
  /** In ms. */
  timeLimitMs: number;
  /** Names of files to leave out, as the source of a regular expression. */
  without?: string;
  /** Larger files (in bytes) are not searched; defaults to 32 MiB. */
  largest?: number;
  /** Whether to search names in descending order: where names are times, newest first. */
  backwards?: boolean;
  /** How folders are held; defaults to what the system supports. */
  hold?: Hold | undefined;
  /** Whether to search what logs show, without their colors and what was overwritten. */
  rendered?: boolean;
  /** Maximum number of lines reported per file, with 1 to find only the files; defaults to the total maximum. */
  perFile?: number;
}

/** Maximum number of hits reported. */
const MAX_HITS = 500;
const MAX_BYTES = 32 * 1024 * 1024;
const foreign = new Set(["node_modules", ".git"]);

/**
 * Searches a folder until its end, the time limit, or the maximum number of hits. Throws `AppError` when the folder does
 * not exist.
 */
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
  /** Whether this entry has no more hits. */
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
  { q, isName = false, largest = MAX_BYTES, perFile = Infinity, rendered = false }: FolderSearch,
  isLate: () => boolean,
): Find {
  const { source, longest } = textPattern(q, isName);
  const pattern = new RegExp(isName ? `(?<![A-Za-z0-9_])${source}(?![A-Za-z0-9_])` : source, "g");
  return (entry, path, max) => {
    const { lines, complete } = scanFile(entry, {
      pattern,
      longest,
      largest,
      rendered,
      isLate,
      max: Math.min(max, perFile),
    });
    const isEnough = complete || perFile === 1 && lines.length === 1;
    return { hits: lines.map((found) => ({ path, kind: "file", ...found })), complete: isEnough };
  };
}
