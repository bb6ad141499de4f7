// A repository, as far as a pull needs it: one commit is fetched, its names are listed, its contents are read. Nothing is
// ever checked out, so links, filters, hooks and attributes of the repository remain plain bytes.
import { Buffer } from "node:buffer";
import { type GitOptions, readGit, runGit } from "./git_process.ts";

const HEAD = "refs/sundial/head";
/** Maximum length in bytes of one entry; no usable path is nearly as long. */
const MAX_ENTRY_BYTES = 1024 * 1024;

export interface TreeEntry {
  kind: "file" | "link" | "submodule";
  isExecutable: boolean;
  hash: string;
  size: number;
  /** As stored in the repository: a hostile one may contain anything. Null when it is not UTF-8. */
  path: string | null;
}

/** Thrown when there are more files than the limit. */
export class TooManyFilesError extends Error {
  override readonly name = "TooManyFilesError";
}

export class Repository {
  constructor(private readonly folder: string, private readonly options: GitOptions) {}

  /** Creates an empty repository. Throws `GitError`. */
  async create(): Promise<void> {
    await runGit(["init", "--quiet", "--bare", "--template=", "--", this.folder], this.options);
  }

  /** Fetches a source (a ref or a commit), without its history. Throws `GitError`. */
  async fetch(url: string, source: string): Promise<void> {
    await runGit([
      ...["-C", this.folder, "fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules"],
      ...["--no-auto-maintenance", "--no-write-fetch-head", "--", url, `+${source}:${HEAD}`],
    ], this.options);
  }

  /** Returns the hash of the fetched commit. Throws `GitError`. */
  async commit(): Promise<string> {
    return (await this.#read(["rev-parse", "--verify", "--end-of-options", `${HEAD}^{commit}`])).trim();
  }

  /** Lists all entries of the fetched commit. Throws `TooManyFilesError` beyond `max`, and `GitError`. */
  async list(max: number): Promise<TreeEntry[]> {
    const entries: TreeEntry[] = [];
    let rest = Buffer.alloc(0);
    const args = ["-C", this.folder, "ls-tree", "-r", "-z", "-l", "--full-tree", HEAD];
    for await (const chunk of readGit(args, this.options)) {
      rest = Buffer.concat([rest, chunk]);
      let start = 0;
      for (let end = rest.indexOf(0, start); end >= 0; end = rest.indexOf(0, start)) {
        entries.push(readEntry(rest.subarray(start, end)));
        if (entries.length > max) throw new TooManyFilesError();
        start = end + 1;
      }
      rest = rest.subarray(start);
      if (rest.length > MAX_ENTRY_BYTES) throw new Error("the repository has a path that is too long");
    }
    return entries;
  }

  /** Reads the contents of files, in order. Throws `GitError`. */
  async *contents(entries: readonly TreeEntry[]): AsyncGenerator<Buffer, void> {
    const asked = entries.map(({ hash }) => `${hash}\n`);
    const args = ["-C", this.folder, "cat-file", "--batch"];
    const reader = new BatchReader(readGit(args, this.options, asked));
    for (const { size } of entries) yield await reader.next(size);
    await reader.end();
  }

  async #read(args: readonly string[]): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of readGit(["-C", this.folder, ...args], this.options)) chunks.push(chunk);
    return Buffer.concat(chunks).toString("utf8");
  }
}

const KINDS: Record<string, TreeEntry["kind"]> = { "120000": "link", "160000": "submodule" };

function readEntry(bytes: Buffer): TreeEntry {
  const tab = bytes.indexOf(0x09);
  const [mode = "", , hash = "", size = ""] = bytes.subarray(0, tab).toString("latin1").split(/ +/);
  return {
    kind: KINDS[mode] ?? "file",
    isExecutable: mode === "100755",
    hash,
    size: Number(size) || 0,
    path: readUtf8(bytes.subarray(tab + 1)),
  };
}

function readUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Parses the output of `cat-file --batch`. */
class BatchReader {
  #bytes: Buffer = Buffer.alloc(0);

  constructor(private readonly chunks: AsyncGenerator<Buffer, void>) {}

  async next(size: number): Promise<Buffer> {
    while (!this.#bytes.includes(0x0a)) await this.#fill(this.#bytes.length + 1);
    this.#cut(this.#bytes.indexOf(0x0a) + 1);
    await this.#fill(size + 1);
    return this.#cut(size + 1).subarray(0, size);
  }

  async end(): Promise<void> {
    while (!(await this.chunks.next()).done);
  }

  async #fill(min: number): Promise<void> {
    const parts = [this.#bytes];
    for (let length = this.#bytes.length; length < min;) {
      const { done, value } = await this.chunks.next();
      if (done) throw new Error("git returned less data than requested");
      parts.push(value);
      length += value.length;
    }
    if (parts.length > 1) this.#bytes = Buffer.concat(parts);
  }

  #cut(count: number): Buffer {
    const taken = this.#bytes.subarray(0, count);
    this.#bytes = this.#bytes.subarray(count);
    return taken;
  }
}
