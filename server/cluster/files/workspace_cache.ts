// Folders with the files of a tree, in which a worker runs scripts: `<manifest hash>/` each, and beside them the contents
// that were fetched (`blobs`) and when each folder was last used (`used`). Files that scripts create stay until the folder
// is removed; files of the tree are restored before each use.
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { removeTree } from "../../platform/files/copy_tree.ts";
import { isReservedName, RESERVED_PREFIX } from "../../platform/files/path_names.ts";
import { type Hold, PinnedFolder } from "../../platform/files/pinned_folder.ts";
import { isHash } from "../../platform/files/stored_contents.ts";
import { Turns } from "../../platform/files/turns.ts";
import { walkTree } from "../../platform/files/walk_tree.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Logger } from "../../platform/logger.ts";
import { type BlobStore, MAX_MANIFEST_BYTES } from "./blob_store.ts";
import { LocalBlobs } from "./local_blobs.ts";
import { KnownHashes } from "./scan_tree.ts";
import { type Manifest, ManifestError, parseManifest } from "./tree_manifest.ts";
import { findDamage, repairFiles, writeFiles } from "./workspace_files.ts";

/** Maximum size of the cache (bytes), not counting what is in use. */
export const MAX_CACHE_BYTES = 1024 ** 3;

export interface WorkspaceCacheOptions {
  /** Path of the cache; created on first use. */
  folder: string;
  blobs: BlobStore;
  clock: Pick<Clock, "now">;
  logger: Logger;
  /** Defaults to `MAX_CACHE_BYTES`. */
  maxBytes?: number;
  hold?: Hold | undefined;
}

/** A folder with the files of a tree; it stays until this is disposed. */
export interface Workspace extends Disposable {
  path: string;
}

interface Tree {
  manifest: Manifest;
  known: KnownHashes;
}

export class WorkspaceCache {
  readonly #local: LocalBlobs;
  /** How often each tree is in use. */
  readonly #leases = new Map<string, number>();
  readonly #preparing = new Map<string, Promise<void>>();
  readonly #trees = new Map<string, Tree>();
  readonly #evictions = new Turns();
  #opened: Promise<void> | undefined;

  constructor(private readonly options: WorkspaceCacheOptions) {
    this.#local = new LocalBlobs(join(options.folder, "blobs"), options.clock, options.hold);
  }

  /**
   * Returns a folder with exactly the files of a manifest, beside what scripts left there. Throws `BlobError`,
   * `ManifestError`, file system and database errors; it can be repeated then.
   */
  async materialize(manifestHash: string): Promise<Workspace> {
    const workspace = this.lease(manifestHash);
    try {
      let preparing = this.#preparing.get(manifestHash);
      if (preparing === undefined) {
        preparing = this.#prepare(manifestHash).finally(() => this.#preparing.delete(manifestHash));
        this.#preparing.set(manifestHash, preparing);
      }
      await preparing;
      return workspace;
    } catch (error) {
      workspace[Symbol.dispose]();
      throw error;
    }
  }

  /** Keeps the folder of a tree as it is, for a run that outlived the process that started it. Throws `ManifestError`. */
  lease(manifestHash: string): Workspace {
    if (!isHash(manifestHash)) throw new ManifestError("the name of the manifest is not a hash");
    this.#leases.set(manifestHash, (this.#leases.get(manifestHash) ?? 0) + 1);
    let isActive = true;
    return {
      path: join(this.options.folder, manifestHash),
      [Symbol.dispose]: () => {
        if (!isActive) return;
        isActive = false;
        const left = this.#leases.get(manifestHash)! - 1;
        if (left === 0) this.#leases.delete(manifestHash);
        else this.#leases.set(manifestHash, left);
      },
    };
  }

  async #prepare(hash: string): Promise<void> {
    await (this.#opened ??= this.#open().catch((error) => {
      this.#opened = undefined;
      throw error;
    }));
    const tree = await this.#tree(hash);
    this.#markUsed(hash);
    using top = PinnedFolder.open(this.options.folder, this.options.hold);
    const source = { local: this.#local, blobs: this.options.blobs };
    if (top.find(hash)?.isDirectory()) {
      using folder = top.enter(hash)!;
      const damaged = await findDamage(folder, tree.manifest, tree.known);
      await repairFiles(source, folder, damaged);
      return;
    }
    await removeTree(top, hash);
    const unfinished = `${RESERVED_PREFIX}new-${randomUUID()}`;
    mkdirSync(top.at(unfinished), { mode: 0o700 });
    try {
      using folder = top.enter(unfinished)!;
      await writeFiles(source, folder, tree.manifest);
      renameSync(top.at(unfinished), top.at(hash));
    } catch (error) {
      await removeTree(top, unfinished);
      throw error;
    }
    await this.#evictions.take(() => this.#evict()).catch((error) =>
      this.options.logger.warn("the cache of scripts could not be cleaned up", { error })
    );
  }

  async #open(): Promise<void> {
    const { folder, hold } = this.options;
    for (const path of [folder, join(folder, "used")]) {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      chmodSync(path, 0o700);
    }
    using top = PinnedFolder.open(folder, hold);
    // What a crash left: folders that were being written or removed.
    for (const name of readdirSync(top.at()).filter(isReservedName)) await removeTree(top, name);
    this.#local.removeUnfinished();
  }

  async #tree(hash: string): Promise<Tree> {
    const loaded = this.#trees.get(hash);
    if (loaded) return loaded;
    let bytes = await this.#local.read(hash, MAX_MANIFEST_BYTES);
    if (bytes === null) {
      bytes = await this.options.blobs.get(hash, MAX_MANIFEST_BYTES);
      await this.#local.write(hash, bytes);
    }
    const tree = { manifest: parseManifest(bytes), known: new KnownHashes() };
    this.#trees.set(hash, tree);
    return tree;
  }

  #markUsed(hash: string): void {
    const path = join(this.options.folder, "used", hash);
    const seconds = this.options.clock.now() / 1000;
    writeFileSync(path, "", { mode: 0o600 });
    utimesSync(path, seconds, seconds);
  }

  #usedAt(hash: string): number {
    return statSync(join(this.options.folder, "used", hash), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }

  // Removes what was not used for longest until the rest fits.
  async #evict(): Promise<void> {
    const { folder, hold, maxBytes = MAX_CACHE_BYTES } = this.options;
    using top = PinnedFolder.open(folder, hold);
    const entries: { hash: string; size: number; usedAt: number; isTree: boolean }[] = [];
    for (const hash of readdirSync(top.at()).filter(isHash)) {
      entries.push({ hash, size: await sizeOf(top, hash), usedAt: this.#usedAt(hash), isTree: true });
    }
    entries.push(...this.#local.list().map((blob) => ({ ...blob, isTree: false })));
    let total = entries.reduce((sum, { size }) => sum + size, 0);
    for (const { hash, size, isTree } of entries.sort((a, b) => a.usedAt - b.usedAt)) {
      if (total <= maxBytes) return;
      if (!isTree) this.#local.remove(hash);
      else if (!await this.#removeTree(top, hash)) continue;
      total -= size;
    }
  }

  // Nothing may come between the check and the renaming.
  async #removeTree(top: PinnedFolder, hash: string): Promise<boolean> {
    if (this.#leases.has(hash)) return false;
    const leaving = `${RESERVED_PREFIX}leaving-${randomUUID()}`;
    renameSync(top.at(hash), top.at(leaving));
    this.#trees.delete(hash);
    rmSync(join(this.options.folder, "used", hash), { force: true });
    await removeTree(top, leaving);
    return true;
  }
}

async function sizeOf(top: PinnedFolder, name: string): Promise<number> {
  using folder = top.enter(name);
  let size = 0;
  if (folder === null) return size;
  for await (const { stats } of walkTree(folder, { withReserved: true })) size += stats.size;
  return size;
}
