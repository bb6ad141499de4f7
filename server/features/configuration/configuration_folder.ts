// The files of a folder on disk. No link is followed: a repository could have one that leads to any file of the machine.
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../contract/app_error.ts";
import { type ConfigurationFile, configurationFolders } from "../../contract/configuration.ts";
import { configurationLimits as limits } from "../../contract/limits/configuration.ts";
import { UnfinishedFile } from "../../platform/files/atomic_save.ts";
import { FilesRoot } from "../../platform/files/files_root.ts";
import { RegularFile } from "../../platform/files/regular_file.ts";
import { objectOfPath } from "./yaml_files.ts";

const folders: readonly string[] = Object.values(configurationFolders);
/** Lists what was written by the last export, and so may be removed by the next. */
const LIST = ".exported-by-sundial";
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** Why a folder cannot be read; `path` is that of a file in it, or the folder itself. */
export class FolderError extends Error {
  override readonly name = "FolderError";

  constructor(
    readonly problem:
      | "not_a_folder"
      | "no_objects"
      | "capitals"
      | "link"
      | "too_large"
      | "too_many"
      | "not_text",
    readonly path: string,
  ) {
    super(`${path}: ${problem}`);
  }
}

/** Reads the files of objects below a folder; others are left alone. Throws `FolderError` and file system errors. */
export async function readConfigurationFolder(root: string): Promise<ConfigurationFile[]> {
  if (kindOf(root) !== "folder") throw new FolderError("not_a_folder", root);
  // Skipped, all that it describes would look as if it were gone.
  for await (const { name } of Deno.readDir(root)) {
    if (folders.includes(name.toLowerCase()) && !folders.includes(name)) {
      throw new FolderError("capitals", name);
    }
  }
  const present = folders.filter((folder) => kindOf(join(root, folder)) !== null);
  if (present.length === 0) throw new FolderError("no_objects", root);
  const paths: string[] = [];
  for (const folder of present) {
    if (kindOf(join(root, folder)) !== "folder") throw new FolderError("link", folder);
    for await (const entry of Deno.readDir(join(root, folder))) {
      const isHidden = entry.name.startsWith(".");
      if (!isHidden && !entry.isDirectory && /\.ya?ml$/i.test(entry.name)) {
        paths.push(`${folder}/${entry.name}`);
      }
      if (paths.length > limits.files) throw new FolderError("too_many", root);
    }
  }
  const files: ConfigurationFile[] = [];
  let total = 0;
  for (const path of paths.sort()) {
    const text = await readText(root, path);
    total += new TextEncoder().encode(text).length;
    if (total > limits.totalBytes) throw new FolderError("too_large", root);
    files.push({ path, text });
  }
  return files;
}

async function readText(root: string, path: string): Promise<string> {
  if (kindOf(join(root, path)) !== "file") throw new FolderError("link", path);
  try {
    using location = new FilesRoot(root).location(path);
    await using file = await RegularFile.open(location);
    return utf8.decode(await file.readAll(limits.fileBytes));
  } catch (error) {
    if (error instanceof TypeError) throw new FolderError("not_text", path);
    const isTooLarge = error instanceof AppError && error.code === "payload_too_large";
    throw isTooLarge ? new FolderError("too_large", path) : error;
  }
}

/**
 * Writes the files of objects into a folder, each in one step. Removes those that an earlier export wrote and that are no longer among
 * them; all other files stay. Returns what has changed.
 */
export async function writeConfigurationFolder(
  root: string,
  files: readonly ConfigurationFile[],
): Promise<{ written: string[]; removed: string[] }> {
  await Deno.mkdir(root, { recursive: true });
  const target = new FilesRoot(root);
  const before = (await readOwn(root, LIST) ?? "").split("\n").filter((path) => objectOfPath(path) !== null);
  const paths = new Set(files.map(({ path }) => path));
  const saveList = async (listed: ReadonlySet<string>) => {
    const list = [...listed].sort().map((path) => `${path}\n`).join("");
    if (await readOwn(root, LIST) !== list) await save(target, LIST, list);
  };
  // First, so that the next export knows these files if this one is killed before it has written all.
  await saveList(new Set([...before, ...paths]));
  const written: string[] = [];
  for (const { path, text } of files) {
    const folder = path.slice(0, path.indexOf("/"));
    if (!["folder", null].includes(kindOf(join(root, folder)))) throw new FolderError("link", folder);
    if (await readOwn(root, path) === text) continue;
    await save(target, path, text);
    written.push(path);
  }
  const removed = before.filter((path) => !paths.has(path) && kindOf(join(root, path)) === "file");
  for (const path of removed) {
    using location = target.location(path);
    await Deno.remove(location.folder.at(location.name));
  }
  await saveList(paths);
  return { written, removed };
}

async function save(root: FilesRoot, path: string, text: string): Promise<void> {
  using location = root.location(path, { make: true });
  using unfinished = await UnfinishedFile.write(location.folder, [new TextEncoder().encode(text)]);
  await unfinished.replace(location.name);
}

async function readOwn(root: string, path: string): Promise<string | null> {
  const kind = kindOf(join(root, path));
  if (kind === null) return null;
  if (kind !== "file") throw new FolderError("link", path);
  return await Deno.readTextFile(join(root, path));
}

function kindOf(path: string): "folder" | "file" | "other" | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return null;
  return stats.isDirectory() ? "folder" : stats.isFile() ? "file" : "other";
}
