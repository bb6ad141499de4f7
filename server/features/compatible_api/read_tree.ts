// Reads whole trees of files, which clients of the compatible API request at once.
import { AppError } from "../../contract/app_error.ts";
import type { TreeNode } from "../../contract/compatible/files.ts";
import { yieldToEventLoop } from "../../platform/event_loop.ts";

/** Maximum number of entries in a response: more are left out. */
const MAX_ENTRIES = 20_000;
/** Folders whose content is generated and large. */
const skippedFolders: readonly string[] = ["node_modules", ".git", ".pnpm", "__pycache__"];

/** One entry of a folder, as services list it. */
export interface FolderEntry {
  name: string;
  path: string;
  kind: "file" | "folder" | "link" | "special";
  size: number | null;
  modifiedAt: string | null;
}

type ListFolder = (path: string) => Promise<{ entries: readonly FolderEntry[] }>;

/** Returns the tree below a folder, or with `deep: false` only its entries; links and special files are left out. */
export async function readTree(
  list: ListFolder,
  path: string,
  { deep }: { deep: boolean },
): Promise<TreeNode[]> {
  let left = MAX_ENTRIES;
  const read = async (folder: string): Promise<TreeNode[]> => {
    const { entries } = await list(folder);
    const nodes: TreeNode[] = [];
    for (const entry of entries) {
      if (left <= 0) break;
      if (entry.kind !== "file" && entry.kind !== "folder") continue;
      if (entry.kind === "folder" && skippedFolders.includes(entry.name)) continue;
      left--;
      nodes.push(toNode(entry, folder, entry.kind === "folder" && deep ? await read(entry.path) : undefined));
    }
    await yieldToEventLoop();
    return nodes;
  };
  return await read(path);
}

function toNode(entry: FolderEntry, parent: string, children: TreeNode[] | undefined): TreeNode {
  return {
    title: entry.name,
    key: entry.path,
    type: entry.kind === "folder" ? "directory" : "file",
    parent,
    createTime: entry.modifiedAt === null ? 0 : Date.parse(entry.modifiedAt),
    ...(entry.kind === "file" && { size: entry.size ?? 0 }),
    ...(children && { children }),
  };
}

/**
 * Returns the path of a name in a folder, below `root`. Clients may send the absolute path of the old panel's folder;
 * throws `outside_root` for any other absolute path.
 */
export function joinPath(
  root: "scripts" | "log" | "config",
  folder: string | null | undefined,
  name: string,
): string {
  const path = name.startsWith("/") ? name : [folder, name].filter(Boolean).join("/");
  const below = path.replace(new RegExp(`^/ql/(?:data/)?${root}(?=/|$)`), "");
  const names = below.split("/").filter((part) => part !== "" && part !== ".");
  if ((path.startsWith("/") && below === path) || names.includes("..")) {
    throw new AppError("outside_root", { path, root });
  }
  return names.join("/");
}

/** Awaits a file; null if there is none, which clients expect to be like an empty one. */
export async function orNull<T>(file: Promise<T>): Promise<T | null> {
  try {
    return await file;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}
