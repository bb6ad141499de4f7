// Folders that nodes store for each other in the database: their files by hash, as the shared trees.
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Clock } from "../../platform/clock.ts";
import { unfinishedName } from "../../platform/files/atomic_save.ts";
import { PinnedFolder } from "../../platform/files/pinned_folder.ts";
import type { SharedFolder, SharedFolders } from "../../platform/files/shared_folders.ts";
import { descend } from "../../platform/files/walk_tree.ts";
import { storedJson } from "../../platform/stored_json.ts";
import type { Database } from "../../engine/store.ts";
import { BlobError, type BlobStore, MAX_MANIFEST_BYTES, type NewBlob } from "./blob_store.ts";
import { readShared, TreeScanner } from "./scan_tree.ts";
import { formatManifest, type Manifest, ManifestError } from "./tree_manifest.ts";
import { readManifest } from "./tree_store.ts";

/** Larger folders stay on the machine that has them (bytes). */
const MAX_FOLDER_BYTES = 100 * 1024 * 1024;
/** Bytes stored by one statement. */
const BATCH_BYTES = 4 * 1024 * 1024;

export interface DatabaseFoldersOptions {
  db: Database;
  clock: Pick<Clock, "now">;
  blobs: BlobStore;
  /** This node; it may not have joined yet when the folders are created. */
  nodeId(): number;
}

export class DatabaseFolders implements SharedFolders {
  constructor(private readonly options: DatabaseFoldersOptions) {}

  get nodeId(): number {
    return this.options.nodeId();
  }

  async save(name: string, path: string, note: object = {}): Promise<void> {
    const { db, clock } = this.options;
    const manifest_hash = await this.#store(path);
    const row = {
      node_id: this.nodeId,
      manifest_hash,
      note_json: JSON.stringify(note),
      stored_at: clock.now(),
    };
    await db.insertInto("stored_folder").values({ name, ...row })
      .onConflict((on) => on.column("name").doUpdateSet(row)).execute();
  }

  async find(name: string): Promise<SharedFolder | null> {
    const row = await this.#find(name);
    return row
      ? {
        nodeId: row.node_id,
        isComplete: row.manifest_hash !== null,
        note: storedJson<object>(row.note_json, {}),
      }
      : null;
  }

  async fetch(name: string, path: string): Promise<boolean> {
    const { blobs } = this.options;
    const row = await this.#find(name);
    if (!row || row.manifest_hash === null || existsSync(path)) return false;
    const unfinished = join(dirname(path), unfinishedName());
    try {
      await writeTree(blobs, await readManifest(blobs, row.manifest_hash), unfinished);
      renameSync(unfinished, path);
      return true;
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      if (error instanceof BlobError || error instanceof ManifestError) return false;
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await this.options.db.deleteFrom("stored_folder").where("name", "=", name).execute();
  }

  async names(prefix: string): Promise<string[]> {
    const rows = await this.options.db.selectFrom("stored_folder").select("name")
      .where("name", ">=", prefix).where("name", "<", `${prefix}\u{10ffff}`).where(
        "manifest_hash",
        "is not",
        null,
      ).orderBy("name").execute();
    return rows.map(({ name }) => name);
  }

  async #find(name: string) {
    return await this.options.db.selectFrom("stored_folder").selectAll().where("name", "=", name)
      .executeTakeFirst();
  }

  // Returns the name of its manifest; null when a part of it cannot be stored.
  async #store(path: string): Promise<string | null> {
    const { blobs } = this.options;
    const { manifest, leftOut } = await new TreeScanner(path).scan();
    const total = [...manifest.values()].reduce((sum, { size }) => sum + size, 0);
    if (leftOut.length > 0 || total > MAX_FOLDER_BYTES) return null;
    const missing = await blobs.missing([...manifest.values()].map(({ hash }) => hash));
    using top = PinnedFolder.open(path);
    let [batch, size]: [NewBlob[], number] = [[], 0];
    for (const [file, { hash }] of manifest) {
      if (!missing.delete(hash)) continue;
      const names = file.split("/");
      using folder = descend(top, names.slice(0, -1));
      const read = folder && await readShared({ folder, name: names.at(-1)! });
      // It was changed meanwhile.
      if (read?.file.hash !== hash) return null;
      batch.push({ path: file, bytes: read.bytes });
      size += read.bytes.length;
      if (size < BATCH_BYTES) continue;
      await blobs.put(batch);
      [batch, size] = [[], 0];
    }
    await blobs.put(batch);
    const stored = await blobs.put([{ path, bytes: formatManifest(manifest) }], MAX_MANIFEST_BYTES);
    return stored.get(path)!.hash;
  }
}

/** Writes the files of a manifest into a folder that nobody else uses. The manifest was checked: no path leads outside. */
export async function writeTree(blobs: BlobStore, manifest: Manifest, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const paths = Map.groupBy(manifest.keys(), (path) => manifest.get(path)!.hash);
  for await (const { hash, content } of blobs.getAll(manifest.values())) {
    if (content instanceof Error) throw content;
    for (const path of paths.get(hash) ?? []) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      await writeFile(file, content, { mode: manifest.get(path)!.mode, flag: "wx", flush: true });
    }
  }
}
