import type { Stats } from "node:fs";
import { AppError } from "../../contract/app_error.ts";
import { errorCode } from "../../platform/files/file_errors.ts";
import { type Hold, PinnedFolder } from "../../platform/files/pinned_folder.ts";
import { RegularFile } from "../../platform/files/regular_file.ts";
import { type WalkedEntry, walkTree } from "../../platform/files/walk_tree.ts";
import { hashOfBytes, MAX_BLOB_BYTES } from "./blob_store.ts";
import {
  EXECUTABLE_MODE,
  isSharedName,
  isSharedPath,
  type Manifest,
  PLAIN_MODE,
  type TreeFile,
} from "./tree_manifest.ts";

/** Why an entry that has a shareable name is not part of the tree. */
export type LeftOutReason = "too_large" | "link" | "special" | "unreadable" | "bad_path";

/** An entry that is not part of the tree. */
export interface LeftOut {
  path: string;
  reason: LeftOutReason;
  /** In bytes. */
  size: number;
}

export interface TreeScan {
  manifest: Map<string, TreeFile>;
  leftOut: LeftOut[];
  /** Whether there is nothing at all in it. */
  isEmpty: boolean;
  /** Device and inode of the folder. */
  folder: string;
}

/** A file that changes twice within this time may look unchanged: file systems store times in steps. */
const TIME_STEP_MS = 2_000;

interface KnownFile {
  identity: string;
  hash: string;
  /** Whether it had not been changed for a while when it was read. */
  isSettled: boolean;
}

/** Remembers the hashes of files, so that only those that changed are read again. */
export class KnownHashes {
  #files = new Map<string, KnownFile>();

  /** Returns the hash of a file; undefined if it was not read yet or may have changed. */
  find(path: string, stats: Stats): string | undefined {
    const known = this.#files.get(path);
    return known?.isSettled && known.identity === identityOf(stats) ? known.hash : undefined;
  }

  /** Remembers the hash of a file that was read after it had these stats. */
  set(path: string, stats: Stats, hash: string, readAt: number): void {
    const isSettled = Math.max(stats.mtimeMs, stats.ctimeMs) < readAt - TIME_STEP_MS;
    this.#files.set(path, { identity: identityOf(stats), hash, isSettled });
  }

  /** Forgets all other files. */
  retain(paths: ReadonlyMap<string, unknown>): void {
    this.#files = new Map([...this.#files].filter(([path]) => paths.has(path)));
  }
}

/** Scans a folder into a manifest, as often as needed. */
export class TreeScanner {
  readonly #known = new KnownHashes();

  /** `hold` defaults to what the system supports. */
  constructor(private readonly path: string, private readonly hold?: Hold) {}

  /** Scans the folder. Throws file system errors. */
  async scan(): Promise<TreeScan> {
    using top = PinnedFolder.open(this.path, this.hold);
    const { dev, ino } = top.check(".");
    const scan: TreeScan = { manifest: new Map(), leftOut: [], isEmpty: true, folder: `${dev}:${ino}` };
    const leaveOut = (path: string, reason: LeftOutReason, size = 0) =>
      scan.leftOut.push({ path, reason, size });
    const walk = walkTree(top, {
      skip: unsharedFolders,
      onUnreadable: (names) => {
        // Without this, a folder that cannot be read would look as if its files had been deleted.
        if (names.length === 0) throw new Error(`cannot read the folder ${this.path}`);
        leaveOut(names.join("/"), "unreadable");
      },
    });
    for await (const entry of walk) {
      scan.isEmpty = false;
      if (!entry.names.every(isSharedName) || entry.stats.isDirectory()) continue;
      const path = entry.names.join("/");
      const read = await this.#read(path, entry);
      if (typeof read === "string") leaveOut(path, read, entry.stats.size);
      else if (read !== null) scan.manifest.set(path, read);
    }
    this.#known.retain(scan.manifest);
    return scan;
  }

  async #read(path: string, entry: WalkedEntry): Promise<TreeFile | LeftOutReason | null> {
    const { stats } = entry;
    if (stats.isSymbolicLink()) return "link";
    if (!stats.isFile()) return "special";
    if (!isSharedPath(path)) return "bad_path";
    if (stats.size > MAX_BLOB_BYTES) return "too_large";
    const hash = this.#known.find(path, stats);
    if (hash !== undefined) return { hash, mode: modeOf(stats), size: stats.size };
    try {
      const readAt = Date.now();
      const read = await readShared(entry);
      if (read === null) return "too_large";
      this.#known.set(path, read.stats, read.file.hash, readAt);
      return read.file;
    } catch (error) {
      return errorCode(error) === "ENOENT" ? null : "unreadable";
    }
  }
}

/** Reads a file as it is published; null when it is too large. Throws `wrong_kind` and file system errors. */
export async function readShared(
  { folder, name }: { folder: PinnedFolder; name: string },
): Promise<{ file: TreeFile; bytes: Uint8Array<ArrayBuffer>; stats: Stats } | null> {
  await using opened = await RegularFile.open({ folder, name, path: name });
  try {
    const bytes = await opened.readAll(MAX_BLOB_BYTES);
    const { stats } = opened;
    return { file: { hash: hashOfBytes(bytes), mode: modeOf(stats), size: bytes.length }, bytes, stats };
  } catch (error) {
    if (error instanceof AppError && error.code === "payload_too_large") return null;
    throw error;
  }
}

/**
 * Completes a scan with what is remembered of entries that it left out: a file that cannot be shared now is unknown, not
 * deleted.
 */
export function withLeftOut({ manifest, leftOut }: TreeScan, remembered: Manifest): Map<string, TreeFile> {
  const completed = new Map(manifest);
  if (leftOut.length === 0) return completed;
  const unknown = leftOut.map(({ path }) => path);
  for (const [path, file] of remembered) {
    if (unknown.some((above) => path === above || path.startsWith(`${above}/`))) completed.set(path, file);
  }
  return completed;
}

const unsharedFolders: ReadonlySet<string> = new Set(["node_modules", ".git"]);

function modeOf({ mode }: Stats): number {
  return (mode & 0o100) === 0 ? PLAIN_MODE : EXECUTABLE_MODE;
}

function identityOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${dev}:${ino}:${size}:${mtimeMs}:${ctimeMs}`;
}
