import { join } from "node:path";

/** A regular file of an upload or of a folder. Links and special files are not among them. */
export interface StagedFile {
  /** Path below the root, with `/` between names. */
  path: string;
  size: number;
  mode: number;
}

export interface StagedFilesOptions {
  root: string;
  /** Name of the uploaded file or folder, without a path; null if unknown. */
  name: string | null;
  /** Where a file or folder of this machine lies; null for an upload. */
  origin?: string | null;
  files: readonly StagedFile[];
  /** Paths of links, which are not followed. */
  links?: readonly string[];
  /** Paths of files and folders whose names are not UTF-8, with replacement characters. */
  unreadable?: readonly string[];
  /** Folders that were left out because imports never need them, such as `data/log`. */
  skipped?: readonly string[];
}

/** Files to import: those of an archive, one uploaded file, or a folder. */
export class StagedFiles {
  readonly root: string;
  readonly name: string | null;
  readonly origin: string | null;
  readonly links: readonly string[];
  readonly unreadable: readonly string[];
  readonly skipped: readonly string[];
  readonly #files: Map<string, StagedFile>;

  constructor(
    { root, name, origin = null, files, links = [], unreadable = [], skipped = [] }: StagedFilesOptions,
  ) {
    this.root = root;
    this.name = name;
    this.origin = origin;
    this.links = links;
    this.unreadable = unreadable;
    this.skipped = skipped;
    this.#files = new Map(files.map((file) => [file.path, file]));
  }

  list(): StagedFile[] {
    return [...this.#files.values()].sort((a, b) => a.path < b.path ? -1 : 1);
  }

  find(path: string): StagedFile | undefined {
    return this.#files.get(path);
  }

  /** Returns where a file lies on this machine. Throws when there is none. */
  locate(path: string): string {
    if (!this.#files.has(path)) throw new Error(`no staged file ${path}`);
    return join(this.root, path);
  }

  /** Returns a text file, or null when it does not exist, is longer than `max` bytes or is not UTF-8. */
  async text(path: string, max = 16 * 1024 * 1024): Promise<string | null> {
    const file = this.#files.get(path);
    if (!file || file.size > max) return null;
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(await Deno.readFile(this.locate(path)));
    } catch (error) {
      if (error instanceof TypeError) return null;
      throw error;
    }
  }
}
