import type { FileArea } from "../../contract/files.ts";
import type { Base } from "../../engine/base.ts";
import { errorCode } from "../../platform/files/file_errors.ts";
import { type Hold, PinnedFolder } from "../../platform/files/pinned_folder.ts";
import { Turns } from "../../platform/files/turns.ts";
import { descend } from "../../platform/files/walk_tree.ts";
import { applyChanges } from "./apply_changes.ts";
import { BlobError, type BlobStore, MAX_MANIFEST_BYTES, type NewBlob } from "./blob_store.ts";
import { changesToApply, firstBase, type Merge, mergeTrees, rebase, type Trees } from "./merge_trees.ts";
import { type LeftOut, readShared, TreeScanner, withLeftOut } from "./scan_tree.ts";
import { type Memory, type PendingChange, settlePending, type SyncMemory } from "./sync_memory.ts";
import {
  diffManifests,
  formatManifest,
  hashOfManifest,
  type Manifest,
  type ManifestDiff,
  type TreeFile,
} from "./tree_manifest.ts";
import { readManifest, readTree, replaceTree, type StoredTree } from "./tree_store.ts";

/** A content that the tree no longer has, or will no longer have when the change is complete. */
export interface OverwrittenFile {
  area: FileArea;
  path: string;
  hash: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface AreaSyncOptions extends Pick<Base, "db" | "clock" | "logger"> {
  blobs: BlobStore;
  memory: SyncMemory;
  /** Identifies the database that `memory` is about. */
  origin: string;
  area: FileArea;
  /** Path of the area. */
  folder: string;
  hold?: Hold | undefined;
  exclusive<T>(area: FileArea, action: () => Promise<T>): Promise<T>;
  overwritten(file: OverwrittenFile): Promise<void>;
  published(area: FileArea, version: number): void;
  applied(area: FileArea, paths: string[]): void;
}

/** Each failed attempt means that another panel has published. */
const MAX_ATTEMPTS = 20;
const UPLOAD_BYTES = 4 * 1024 * 1024;
const UPLOAD_FILES = 100;
/** Paths in one message of the log. */
const LOGGED_PATHS = 10;

interface Comparison extends Trees {
  tree: StoredTree;
  /** Device and inode of the area. */
  folder: string;
  /** What the scan found, without what it left out. */
  found: Manifest;
  local: Map<string, TreeFile>;
}

/** Synchronizes one area with the shared tree, one step at a time. */
export class AreaSync {
  readonly #scanner: TreeScanner;
  readonly #turns = new Turns();
  #memory: Memory | null | undefined;
  #shared: { hash: string; manifest: Manifest } | null = null;
  #leftOut: LeftOut[] = [];
  #logged = new Map<string, string>();

  constructor(private readonly options: AreaSyncOptions) {
    this.#scanner = new TreeScanner(options.folder, options.hold);
  }

  /** Entries that the last scan left out. */
  get leftOut(): readonly LeftOut[] {
    return this.#leftOut;
  }

  publish(): Promise<void> {
    return this.#turns.take(() => this.#publish());
  }

  /** Writes what others published. */
  apply(): Promise<void> {
    return this.#turns.take(() => this.#apply());
  }

  async #publish(): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const comparison = await this.#compare();
      const { tree, shared } = comparison;
      const merge = await this.#upload(comparison);
      const diff = diffManifests(shared, merge.manifest);
      if (isEmpty(diff)) return this.#remember(comparison);
      await this.#handOverLost(merge);
      const manifestHash = await this.#storeManifest(merge.manifest);
      this.#save({ ...comparison, version: tree.version, pending: publication(comparison, merge) });
      if (!await this.#replace(comparison, merge.manifest, manifestHash)) continue;
      this.#shared = { hash: manifestHash, manifest: merge.manifest };
      const version = tree.version + 1;
      this.#save({
        folder: comparison.folder,
        version,
        base: rebase({ ...comparison, shared: merge.manifest }),
        pending: null,
      });
      return this.options.published(this.options.area, version);
    }
    throw new Error(`the files in ${this.options.area} could not be published: others kept publishing`);
  }

  async #apply(): Promise<void> {
    const { db, area, blobs, folder, hold } = this.options;
    const current = await readTree(db, area);
    if (this.#hasAllOf(current)) return;
    const comparison = await this.#compare();
    const { tree, found, local } = comparison;
    const changes = changesToApply(comparison);
    if (changes.writes.size + changes.removals.size === 0) {
      this.#logSkipped(new Map());
      return this.#remember(comparison);
    }
    const pending: PendingChange = {
      kind: "apply",
      version: tree.version,
      writes: changes.writes,
      removals: [...changes.removals.keys()],
      before: new Map(),
    };
    this.#save({ ...comparison, version: tree.version, base: rebase(comparison), pending });
    const { applied, skipped } = await applyChanges(
      {
        folder,
        hold,
        blobs,
        exclusive: (action) => this.options.exclusive(area, action),
        overwritten: (path, content) => this.options.overwritten({ area, path, ...content }),
      },
      changes,
      found,
    );
    for (const path of applied) {
      const file = changes.writes.get(path);
      if (file) local.set(path, file);
      else local.delete(path);
    }
    this.#remember(comparison);
    this.#logSkipped(skipped);
    if (applied.size > 0) this.options.applied(area, [...applied]);
  }

  async #compare(): Promise<Comparison> {
    const { db, area, blobs, origin } = this.options;
    const tree = await readTree(db, area);
    if (tree.manifestHash !== null && this.#shared?.hash !== tree.manifestHash) {
      this.#shared = {
        hash: tree.manifestHash,
        manifest: await readManifest(blobs, tree.manifestHash),
      };
    }
    const shared = tree.manifestHash === null ? new Map() : this.#shared!.manifest;
    const scan = await this.#scanner.scan();
    const { manifest: found, folder } = scan;
    this.#noteLeftOut(scan.leftOut);
    const memory = this.#loadMemory();
    // A lower version is that of another database, or of a restored one. An empty folder in place of another one was not
    // emptied by anyone: a disk is not mounted, for example.
    const isUsable = memory !== null && memory.origin === origin && memory.version <= tree.version &&
      !(scan.isEmpty && memory.folder !== folder);
    const base = isUsable
      ? settlePending(memory, { local: withLeftOut(scan, memory.base), shared, version: tree.version })
      : firstBase(found, shared);
    return { tree, folder, found, shared, base, local: withLeftOut(scan, base) };
  }

  // Returns what to publish when all of its contents are stored. What is published of a file is what was read last.
  async #upload(comparison: Comparison): Promise<Merge> {
    const { local, base } = comparison;
    for (;;) {
      const merge = mergeTrees(comparison);
      const missing = await this.options.blobs.missing(
        merge.published.map((path) => local.get(path)!.hash),
      );
      const paths = merge.published.filter((path) => missing.has(local.get(path)!.hash));
      if (paths.length === 0) return merge;
      using top = PinnedFolder.open(this.options.folder, this.options.hold);
      let batch: NewBlob[] = [];
      let bytes = 0;
      for (const path of paths) {
        const read = await readAgain(top, path);
        const file = read === "unreadable" ? base.get(path) : read?.file;
        if (file === undefined) local.delete(path);
        else local.set(path, file);
        if (read === null || read === "unreadable") continue;
        batch.push({ path, bytes: read.bytes });
        bytes += read.bytes.length;
        if (batch.length < UPLOAD_FILES && bytes < UPLOAD_BYTES) continue;
        await this.options.blobs.put(batch);
        [batch, bytes] = [[], 0];
      }
      await this.options.blobs.put(batch);
    }
  }

  async #handOverLost({ lost }: Merge): Promise<void> {
    const { area, blobs, logger, overwritten } = this.options;
    for (const [path, { hash }] of lost) {
      try {
        await overwritten({ area, path, hash, bytes: await blobs.get(hash) });
      } catch (error) {
        if (!(error instanceof BlobError)) throw error;
        logger.warn("the earlier content of a file cannot be stored as a version", { area, path, error });
      }
    }
  }

  async #storeManifest(manifest: Manifest): Promise<string> {
    const path = `the list of files in ${this.options.area}`;
    const stored = await this.options.blobs.put(
      [{ path, bytes: formatManifest(manifest) }],
      MAX_MANIFEST_BYTES,
    );
    return stored.get(path)!.hash;
  }

  async #replace({ tree, shared }: Comparison, manifest: Manifest, manifestHash: string): Promise<boolean> {
    const { db, area, blobs, clock } = this.options;
    return await db.transaction().execute(async (tx) => {
      const change = { expected: tree.version, manifestHash, at: clock.now() };
      if (!await replaceTree(tx, area, change)) return false;
      // A run or another panel may be about to use the previous tree.
      const present = new Set([...manifest.values()].map(({ hash }) => hash));
      const gone = [...shared.values()].map(({ hash }) => hash).filter((hash) => !present.has(hash));
      await blobs.renew(tx, tree.manifestHash === null ? gone : [tree.manifestHash, ...gone]);
      return true;
    });
  }

  #loadMemory(): Memory | null {
    if (this.#memory === undefined) this.#memory = this.options.memory.load(this.options.area);
    return this.#memory;
  }

  // Records what both have in common now, if that is new.
  #remember(comparison: Comparison): void {
    const { tree, folder } = comparison;
    const base = rebase(comparison);
    const known = this.#loadMemory();
    const isKnown = known !== null && known.pending === null && known.version === tree.version &&
      known.folder === folder && known.origin === this.options.origin &&
      isEmpty(diffManifests(known.base, base));
    if (!isKnown) this.#save({ folder, version: tree.version, base, pending: null });
  }

  #save({ folder, version, base, pending }: Omit<Memory, "origin">): void {
    const { area, origin, memory } = this.options;
    const next = { origin, version, folder, base, pending };
    // What is on disk is not certain when writing fails.
    this.#memory = undefined;
    memory.save(area, next);
    this.#memory = next;
  }

  #hasAllOf({ version, manifestHash }: StoredTree): boolean {
    const memory = this.#loadMemory();
    return memory !== null && memory.origin === this.options.origin && memory.pending === null &&
      memory.version === version && manifestHash !== null && hashOfManifest(memory.base) === manifestHash;
  }

  #noteLeftOut(leftOut: LeftOut[]): void {
    this.#leftOut = leftOut;
    const paths = new Map(leftOut.map(({ path, reason }) => [path, reason]));
    this.#logOnce("some files are not shared with other machines", paths);
  }

  #logSkipped(skipped: ReadonlyMap<string, string>): void {
    this.#logOnce("some files of other machines were not written", skipped);
  }

  // Once for the same paths, because a scan finds them again each time.
  #logOnce(message: string, paths: ReadonlyMap<string, string>): void {
    const all = JSON.stringify([...paths].sort());
    if (this.#logged.get(message) === all) return;
    this.#logged.set(message, all);
    if (paths.size === 0) return;
    const files = Object.fromEntries([...paths].slice(0, LOGGED_PATHS));
    this.options.logger.warn(message, { area: this.options.area, count: paths.size, files });
  }
}

function isEmpty({ added, changed, removed }: ManifestDiff): boolean {
  return added.length + changed.length + removed.length === 0;
}

function publication({ tree, base, local, shared }: Comparison, merge: Merge): PendingChange {
  const removals = [...base.keys()].filter((path) => !local.has(path) && !merge.manifest.has(path));
  const paths = new Set([...merge.published, ...removals]);
  return {
    kind: "publish",
    version: tree.version,
    writes: new Map(merge.published.map((path) => [path, local.get(path)!])),
    removals,
    before: new Map([...shared].filter(([path]) => paths.has(path))),
  };
}

// Null when the file is gone.
async function readAgain(top: PinnedFolder, path: string) {
  const names = path.split("/");
  try {
    using folder = descend(top, names.slice(0, -1));
    if (folder === null) return null;
    return await readShared({ folder, name: names.at(-1)! }) ?? "unreadable";
  } catch (error) {
    return errorCode(error) === "ENOENT" ? null : "unreadable";
  }
}
