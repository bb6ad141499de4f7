import { mkdirSync } from "node:fs";
import { AppError } from "../../contract/app_error.ts";
import {
  type FileContent,
  type FileDetails,
  type FileTree,
  type FileVersion,
  type FileVersionContent,
  MAX_NAME_BYTES,
  type SearchResult,
  type TrashEntry,
} from "../../contract/files.ts";
import { errorCode, withFileErrors, wrongKind } from "../../platform/files/file_errors.ts";
import type { FolderSearches, SearchOptions } from "../../platform/files/folder_searches.ts";
import { listFolder } from "../../platform/files/list_folder.ts";
import type { Area, FilesOptions } from "./area.ts";
import { applyToEach, type PathResult } from "./batch_results.ts";
import type { Trash } from "./trash.ts";
import type { Precondition } from "./preconditions.ts";
import { readContent, readDetails } from "./read_file.ts";
import { keepBefore, saveFile, type Saving } from "./save_file.ts";
import { unpackArchive, type UnpackRequest } from "./unpack_archive.ts";
import { type Upload, uploadFiles } from "./upload_files.ts";
import type { FileVersions } from "./versions.ts";
import { archiveFolder } from "../../platform/files/archive_folder.ts";
import { streamFile } from "../../platform/files/regular_file.ts";
import type { FilesRoot, Location } from "../../platform/files/files_root.ts";
import { attachment } from "../runs/log_response.ts";
import type { Database } from "../../engine/store.ts";
import { copyTree, moveTree } from "../../platform/files/copy_tree.ts";
import { moveVersions } from "./store.ts";

export interface FilesParts extends Pick<FilesOptions, "db"> {
  area: Area;
  versions: FileVersions;
  trash: Trash;
  searches: FolderSearches;
}

/** The operations on the files of one area. Every method throws `AppError` for expected failures. */
export class Files {
  constructor(private readonly parts: FilesParts) {}

  get area(): Area {
    return this.parts.area;
  }

  has(path: string): boolean {
    try {
      using location = this.area.root.location(path);
      return location.folder.find(location.name) !== null;
    } catch {
      return false;
    }
  }

  async tree(path: string): Promise<FileTree> {
    return await withFileErrors(path, () => listFolder(this.area.root, path));
  }

  async stat(path: string): Promise<FileDetails> {
    return await readDetails(this.area.root, path);
  }

  async content(path: string, force: boolean): Promise<FileContent> {
    return await readContent(this.area.root, path, force);
  }

  async save(saving: Saving): Promise<{ details: FileDetails; isNew: boolean }> {
    return await saveFile(this.parts, saving);
  }

  /** Creates a folder and its parents. Throws `already_exists`. */
  async makeFolder(path: string): Promise<void> {
    await this.area.turns.take(() =>
      withFileErrors(path, async () => {
        using location = this.area.root.location(path, { make: true, checkNew: true });
        mkdirSync(location.folder.at(location.name));
        await location.folder.sync();
      })
    );
    this.area.announce();
  }

  /** Moves an entry to the trash; returns the id to restore it. */
  async remove(path: string, by: string | null, { match }: Pick<Precondition, "match">): Promise<number> {
    const { area, trash, versions } = this.parts;
    const binId = await area.turns.take(() =>
      withFileErrors(path, async () => {
        using location = area.root.location(path);
        if (Array.isArray(match)) await keepBefore(area, versions, location, { match });
        return await trash.put(area, location, by);
      })
    );
    area.announce();
    return binId;
  }

  /** Moves several entries to the trash. */
  async removeAll(paths: readonly string[], by: string | null): Promise<PathResult[]> {
    const { area, trash } = this.parts;
    const results = await applyToEach(paths, (path) => path, async (path) => {
      return await area.turns.take(async () => {
        using location = area.root.location(path);
        return { binId: await trash.put(area, location, by) };
      });
    });
    if (results.some(({ error }) => error === null)) area.announce();
    return results;
  }

  /** Moves or renames several entries. */
  async move(items: readonly Transfer[]): Promise<PathResult[]> {
    return await moveEntries(this.parts, items);
  }

  async copy(items: readonly Transfer[]): Promise<PathResult[]> {
    return await copyEntries(this.area, items);
  }

  /** Returns the versions of a file, which may itself be deleted. */
  async versions(path: string): Promise<FileVersion[]> {
    const file = { area: this.area.name, path: this.#realPath(path) };
    return await this.parts.versions.list(file, await this.#hashNow(path));
  }

  async version(id: number): Promise<FileVersionContent> {
    return await this.parts.versions.read(this.area.name, id, (path) => this.#hashNow(path));
  }

  /** Restores the content of a version; stores the current content as a version. */
  async restore(versionId: number, saving: Omit<Saving, "bytes" | "cause">): Promise<FileDetails> {
    const { bytes } = await this.parts.versions.content(this.area.name, versionId);
    return (await this.save({ ...saving, bytes, cause: "restored" })).details;
  }

  async upload(upload: Upload): Promise<PathResult[]> {
    return await uploadFiles(this.parts, upload);
  }

  async unpack(request: UnpackRequest): Promise<PathResult[]> {
    return await unpackArchive(this.parts, request);
  }

  async download(path: string): Promise<Response> {
    return await downloadFile(this.area.root, path, this.area.name);
  }

  /** Searches names or contents for a text. */
  async search(request: Omit<SearchOptions, "root">, signal: AbortSignal): Promise<SearchResult> {
    return await this.parts.searches.search(
      { ...request, root: this.area.folder, hold: this.area.hold },
      signal,
    );
  }

  async trash(): Promise<TrashEntry[]> {
    return await this.parts.trash.list(this.area);
  }

  /** Restores an entry of the trash to its original path. */
  async restoreFromTrash(id: number): Promise<void> {
    await this.parts.trash.restore(this.area, id);
    this.area.announce();
  }

  /** Deletes an entry of the trash permanently. */
  async removeFromTrash(id: number): Promise<void> {
    await this.parts.trash.remove(this.area, id);
  }

  // Versions are stored under the real path of a file; a deleted file is looked up by the path it had.
  #realPath(path: string): string {
    try {
      using location = this.area.root.location(path, { follow: true });
      return location.path;
    } catch (error) {
      if (error instanceof AppError && error.code === "not_found") return path;
      throw error;
    }
  }

  async #hashNow(path: string): Promise<string | null> {
    try {
      return (await this.stat(path)).etag;
    } catch (error) {
      if (error instanceof AppError || errorCode(error) !== null) return null;
      throw error;
    }
  }
}

/**
 * Returns a file as it is, or a folder as `.tar.gz`, as a download; `rootName` names the archive of the whole
 * area. Throws `AppError`.
 */
async function downloadFile(root: FilesRoot, path: string, rootName: string): Promise<Response> {
  return await withFileErrors(path, async () => {
    const name = path.split("/").at(-1) || rootName;
    if (path === "" || isFolder(root, path)) {
      const body = await archiveFolder(root.folder(path).folder, name);
      return new Response(body, { headers: headersOf(`${name}.tar.gz`, "application/gzip") });
    }
    using location = root.location(path, { follow: true });
    const { size, body } = await streamFile(location);
    const headers = headersOf(name, "application/octet-stream");
    headers.set("content-length", String(size));
    return new Response(body, { headers });
  });
}

function isFolder(root: FilesRoot, path: string): boolean {
  using location = root.location(path, { follow: true });
  return location.folder.check(location.name).isDirectory();
}

function headersOf(name: string, type: string): Headers {
  return new Headers({ "content-type": type, "content-disposition": attachment(name) });
}

interface Transfer {
  from: string;
  to: string;
}

/** Moves or renames several entries with their versions; never overwrites anything. */
async function moveEntries(
  { area, db }: { area: Area; db: Database },
  items: readonly Transfer[],
): Promise<PathResult[]> {
  return await transferEach(area, items, async (from, to) => {
    await moveTree({ from, to });
    await moveVersions(db, { area: area.name, path: from.path }, to.path);
    return [];
  });
}

/**
 * Copies several entries, folders recursively; never overwrites anything. Each omitted entry gets its own
 * result.
 */
async function copyEntries(area: Area, items: readonly Transfer[]): Promise<PathResult[]> {
  return await transferEach(area, items, async (from, to) => {
    const skipped = await copyTree({ from, to, links: area.root });
    if (skipped.includes(from.path)) throw wrongKind(from.path, "file");
    return skipped.map((path) => ({ path, error: wrongKind(path, "file") }));
  });
}

type Action = (from: Location, to: Location) => Promise<PathResult[]>;

async function transferEach(area: Area, items: readonly Transfer[], action: Action): Promise<PathResult[]> {
  const results = await applyToEach(items, ({ from }) => from, async (item) => {
    return { more: await area.turns.take(() => transfer(area, item, action)) };
  });
  if (results.some(({ error }) => error === null)) area.announce();
  return results;
}

async function transfer(area: Area, item: Transfer, action: Action): Promise<PathResult[]> {
  using from = area.root.location(item.from, { field: "from" });
  await withFileErrors(item.from, () => from.folder.check(from.name));
  return await withFileErrors(item.to, async () => {
    using to = area.root.location(item.to, { field: "to", make: true, checkNew: true });
    if (to.path.startsWith(`${from.path}/`)) throw intoItself();
    return await action(from, to);
  });
}

function intoItself(): AppError {
  const params = { max: MAX_NAME_BYTES };
  return new AppError("validation_failed", { count: 1 }, [{ path: "to", code: "bad_path", params }]);
}
