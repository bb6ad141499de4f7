import { mkdirSync } from "node:fs";
import { AppError } from "../../contract/app_error.ts";
import type {
  BinEntry,
  FileContent,
  FileFacts,
  FileTree,
  FileVersion,
  FileVersionContent,
  SearchAnswer,
} from "../../contract/files.ts";
import { faultCode, withFileErrors } from "../../platform/files/file_faults.ts";
import type { FolderSearches, SearchWish } from "../../platform/files/folder_searches.ts";
import { listFolder } from "../../platform/files/list_folder.ts";
import type { Area, FilesOptions } from "./area.ts";
import { actOnEach, type PathResult } from "./batch_results.ts";
import type { Bin } from "./bin.ts";
import { downloadFile } from "./download_file.ts";
import type { Precondition } from "./preconditions.ts";
import { readContent, readFacts } from "./read_file.ts";
import { keepBefore, saveFile, type Saving } from "./save_file.ts";
import { copyEntries, moveEntries, type Transfer } from "./transfer.ts";
import { type Upload, uploadFiles } from "./upload_files.ts";
import type { FileVersions } from "./versions.ts";

export interface FilesParts extends Pick<FilesOptions, "db"> {
  area: Area;
  versions: FileVersions;
  bin: Bin;
  searches: FolderSearches;
}

/** What can be done with the files of one area. Every method throws `AppError` for what cannot be. */
export class Files {
  readonly #parts: FilesParts;

  constructor(parts: FilesParts) {
    this.#parts = parts;
  }

  get area(): Area {
    return this.#parts.area;
  }

  /** Tells whether there is something at a path. */
  has(path: string): boolean {
    try {
      using place = this.area.root.place(path);
      return place.folder.find(place.name) !== null;
    } catch {
      return false;
    }
  }

  /** Lists one folder. */
  async tree(path: string): Promise<FileTree> {
    return await withFileErrors(path, () => listFolder(this.area.root, path));
  }

  /** Reads what is known of a file. */
  async stat(path: string): Promise<FileFacts> {
    return await readFacts(this.area.root, path);
  }

  /** Reads a file for the editor. */
  async content(path: string, force: boolean): Promise<FileContent> {
    return await readContent(this.area.root, path, force);
  }

  /** Saves a file. */
  async save(saving: Saving): Promise<{ facts: FileFacts; isNew: boolean }> {
    return await saveFile(this.#parts, saving);
  }

  /** Makes a folder, and those around it. Throws `already_exists`. */
  async makeFolder(path: string): Promise<void> {
    await this.area.turns.take(() =>
      withFileErrors(path, async () => {
        using place = this.area.root.place(path, { make: true });
        mkdirSync(place.folder.at(place.name));
        await place.folder.sync();
      })
    );
    this.area.announce();
  }

  /** Puts one thing into the bin; answers the id to get it back. */
  async remove(path: string, by: string | null, { match }: Pick<Precondition, "match">): Promise<number> {
    const { area, bin, versions } = this.#parts;
    const binId = await area.turns.take(() =>
      withFileErrors(path, async () => {
        using place = area.root.place(path);
        if (Array.isArray(match)) await keepBefore(area, versions, place, { match });
        return await bin.put(area, place, by);
      })
    );
    area.announce();
    return binId;
  }

  /** Puts several things into the bin. */
  async removeAll(paths: readonly string[], by: string | null): Promise<PathResult[]> {
    const { area, bin } = this.#parts;
    const results = await actOnEach(paths, (path) => path, async (path) => {
      return await area.turns.take(async () => {
        using place = area.root.place(path);
        return { binId: await bin.put(area, place, by) };
      });
    });
    if (results.some(({ error }) => error === null)) area.announce();
    return results;
  }

  /** Moves or renames several. */
  async move(items: readonly Transfer[]): Promise<PathResult[]> {
    return await moveEntries(this.#parts, items);
  }

  /** Copies several. */
  async copy(items: readonly Transfer[]): Promise<PathResult[]> {
    return await copyEntries(this.area, items);
  }

  /** Lists the versions of a file, which may be gone itself. */
  async versions(path: string): Promise<FileVersion[]> {
    const file = { area: this.area.name, path: this.#realPath(path) };
    return await this.#parts.versions.list(file, await this.#hashNow(path));
  }

  /** Reads one version with its content. */
  async version(id: number): Promise<FileVersionContent> {
    return await this.#parts.versions.read(this.area.name, id, (path) => this.#hashNow(path));
  }

  /** Gives a file the content of a version; its own is kept. */
  async restore(versionId: number, saving: Omit<Saving, "bytes" | "cause">): Promise<FileFacts> {
    const { bytes } = await this.#parts.versions.content(this.area.name, versionId);
    return (await this.save({ ...saving, bytes, cause: "restored" })).facts;
  }

  /** Takes the files of a form. */
  async upload(upload: Upload): Promise<PathResult[]> {
    return await uploadFiles(this.#parts, upload);
  }

  /** Answers a file or a folder to be kept by whoever asked. */
  async download(path: string): Promise<Response> {
    return await downloadFile(this.area.root, path, this.area.name);
  }

  /** Finds a text in names or contents. */
  async search(wish: Omit<SearchWish, "root">, signal: AbortSignal): Promise<SearchAnswer> {
    return await this.#parts.searches.search(
      { ...wish, root: this.area.folder, hold: this.area.hold },
      signal,
    );
  }

  /** Lists the bin. */
  async bin(): Promise<BinEntry[]> {
    return await this.#parts.bin.list(this.area);
  }

  /** Gives something in the bin back to where it was. */
  async restoreFromBin(id: number): Promise<void> {
    await this.#parts.bin.restore(this.area, id);
    this.area.announce();
  }

  /** Removes something in the bin for good. */
  async removeFromBin(id: number): Promise<void> {
    await this.#parts.bin.remove(this.area, id);
  }

  // Versions are kept under the place a file really has; what is gone is asked for by the path it had.
  #realPath(path: string): string {
    try {
      using place = this.area.root.place(path, { follow: true });
      return place.path;
    } catch (fault) {
      if (fault instanceof AppError && fault.code === "not_found") return path;
      throw fault;
    }
  }

  async #hashNow(path: string): Promise<string | null> {
    try {
      return (await this.stat(path)).etag;
    } catch (fault) {
      if (fault instanceof AppError || faultCode(fault) !== null) return null;
      throw fault;
    }
  }
}
