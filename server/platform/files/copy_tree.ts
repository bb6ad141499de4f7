import { chmodSync, mkdirSync, readlinkSync, renameSync, symlinkSync } from "node:fs";
import type { Stats } from "node:fs";
import { isAbsolute, posix } from "node:path";
import { unfinishedName, writeUnseen } from "./atomic_save.ts";
import { errorCode } from "./file_errors.ts";
import type { FilesRoot, Location } from "./files_root.ts";
import { joinNames } from "./path_names.ts";
import type { PinnedFolder } from "./pinned_folder.ts";
import { RegularFile } from "./regular_file.ts";
import { descend, walkTree } from "./walk_tree.ts";

/** How links are copied: links that lead below a root are rewritten for their new location, or all are copied unchanged. */
export type LinkRule = FilesRoot | "as they stand";

interface Copy {
  from: Pick<Location, "folder" | "name" | "path">;
  to: Pick<Location, "folder" | "name" | "path">;
  links: LinkRule;
}

/**
 * Copies a file, a folder with its contents, or a link to a name that must be free; it appears there only when it is
 * complete. Returns the paths that were left out: pipes, sockets, devices, and links that the rule does not allow. Throws
 * file system errors; nothing is left behind then.
 */
export async function copyTree(copy: Copy): Promise<string[]> {
  const { from, to } = copy;
  refuseTaken(to);
  const unfinished = unfinishedName();
  const skipped: string[] = [];
  try {
    const stats = from.folder.check(from.name);
    const isCopied = await copyOne(copy, { ...from, stats }, {
      folder: to.folder,
      name: unfinished,
      path: to.path,
    });
    if (!isCopied) return [from.path];
    if (stats.isDirectory()) skipped.push(...await copyInside(copy, unfinished));
    refuseTaken(to);
    renameSync(to.folder.at(unfinished), to.folder.at(to.name));
    await to.folder.sync();
    return skipped;
  } catch (error) {
    await removeTree(to.folder, unfinished);
    throw error;
  }
}

/**
 * Moves a file, a folder or a link to a name that must be free, across file systems if necessary. Throws file system
 * errors.
 */
export async function moveTree({ from, to }: Pick<Copy, "from" | "to">): Promise<void> {
  refuseTaken(to);
  try {
    renameSync(from.folder.at(from.name), to.folder.at(to.name));
  } catch (error) {
    if (errorCode(error) !== "EXDEV") throw error;
    await copyTree({ from, to, links: "as they stand" });
    await removeTree(from.folder, from.name);
  }
  await to.folder.sync();
  await from.folder.sync();
}

/** Permanently removes a name and everything in it; links are removed, not followed. Does nothing when it does not exist. */
export async function removeTree(folder: PinnedFolder, name: string): Promise<void> {
  try {
    await Deno.remove(folder.at(name), { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

function refuseTaken({ folder, name }: Pick<Location, "folder" | "name">): void {
  if (folder.find(name)) throw Object.assign(new Error("the name already exists"), { code: "EEXIST" });
}

async function copyInside(copy: Copy, unfinished: string): Promise<string[]> {
  const { from, to } = copy;
  using source = from.folder.enter(from.name);
  using target = to.folder.enter(unfinished);
  if (source === null || target === null) {
    throw Object.assign(new Error("a folder was replaced"), { code: "ENOTDIR" });
  }
  const skipped: string[] = [];
  for await (const { folder, name, names, stats } of walkTree(source)) {
    using into = descend(target, names.slice(0, -1));
    if (into === null) throw Object.assign(new Error("a folder was replaced"), { code: "ENOTDIR" });
    const path = joinNames(from.path, ...names);
    const isCopied = await copyOne(copy, { folder, name, path, stats }, {
      folder: into,
      name,
      path: joinNames(to.path, ...names),
    });
    if (!isCopied) skipped.push(path);
  }
  return skipped;
}

type Source = Copy["from"] & { stats: Stats };

// Returns false for entries that are not copied.
async function copyOne(copy: Copy, from: Source, to: Copy["to"]): Promise<boolean> {
  const { stats } = from;
  if (stats.isDirectory()) {
    makeFolder(to, stats);
    return true;
  }
  if (stats.isSymbolicLink()) return copyLink(copy, from, to);
  if (!stats.isFile()) return false;
  await using file = await RegularFile.open(from);
  await writeUnseen(to.folder, to.name, { content: file.chunks(), mode: stats.mode & 0o777 });
  return true;
}

// With the mode of the original, regardless of the umask, but always writable for its contents to be created.
function makeFolder({ folder, name }: Copy["to"], { mode }: Stats): void {
  mkdirSync(folder.at(name), 0o700);
  using made = folder.enter(name);
  if (made !== null) chmodSync(made.at("."), (mode & 0o777) | 0o700);
}

function copyLink({ links, from: top }: Copy, from: Source, to: Copy["to"]): boolean {
  const text = readlinkSync(from.folder.at(from.name));
  const written = links === "as they stand" ? text : rewrite(links, { text, from, to, top: top.path });
  if (written === null) return false;
  symlinkSync(written, to.folder.at(to.name));
  return true;
}

// A link to something inside the copy leads to the copied target; any other link keeps its original target.
function rewrite(
  root: FilesRoot,
  { text, from, to, top }: { text: string; from: Source; to: Copy["to"]; top: string },
): string | null {
  let target: string | null;
  try {
    target = root.leadsTo(from.folder, from.name);
  } catch {
    return null;
  }
  if (target === null) return null;
  if (!isAbsolute(text) && (target === top || target.startsWith(`${top}/`))) return text;
  return posix.relative(posix.dirname(`/${to.path}`), `/${target}`) || ".";
}
