import { storedJson } from "../../platform/stored_json.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Tx } from "../../engine/store.ts";
import { BLOB_GRACE_MS, type BlobStore, MAX_MANIFEST_BYTES } from "./blob_store.ts";
import { type Manifest, parseManifest } from "./tree_manifest.ts";

export interface StoredTree {
  /** 0 when nothing was published yet. */
  version: number;
  /** Null when nothing was published yet. */
  manifestHash: string | null;
}

export async function readTree(db: Database, area: string): Promise<StoredTree> {
  const row = await db.selectFrom("stored_tree").select(["version", "manifest_hash"]).where("area", "=", area)
    .executeTakeFirst();
  return row
    ? { version: Number(row.version), manifestHash: row.manifest_hash }
    : { version: 0, manifestHash: null };
}

/** Makes a manifest the current one, unless the version is no longer the expected one; returns whether it did. */
export async function replaceTree(
  tx: Tx,
  area: string,
  { expected, manifestHash, at }: { expected: number; manifestHash: string; at: number },
): Promise<boolean> {
  const row = { version: expected + 1, manifest_hash: manifestHash, updated_at: at };
  if (expected === 0) {
    const { numInsertedOrUpdatedRows } = await tx.insertInto("stored_tree").values({ area, ...row })
      .onConflict((conflict) => conflict.column("area").doNothing()).executeTakeFirstOrThrow();
    return Number(numInsertedOrUpdatedRows) === 1;
  }
  const { numUpdatedRows } = await tx.updateTable("stored_tree").set(row).where("area", "=", area)
    .where("version", "=", expected).executeTakeFirstOrThrow();
  return Number(numUpdatedRows) === 1;
}

/** Reads a manifest. Throws `BlobError` and `ManifestError`. */
export async function readManifest(blobs: BlobStore, hash: string): Promise<Manifest> {
  return parseManifest(await blobs.get(hash, MAX_MANIFEST_BYTES));
}

/**
 * Removes contents that neither a current tree or stored folder nor an unfinished run or a feature refers to, once their grace period is over; returns how
 * many. Removes nothing and throws when a manifest cannot be read, because its files would be unknown.
 */
export async function removeUnusedBlobs(
  { db, blobs, clock, readUsed }: {
    db: Database;
    blobs: BlobStore;
    clock: Pick<Clock, "now">;
    /** Returns the hashes of the contents that features refer to. */
    readUsed?(): Promise<Iterable<string>>;
  },
): Promise<number> {
  // Before the rows are read: what is referred to later is younger.
  const before = clock.now() - BLOB_GRACE_MS;
  const used = new Set<string>(await readUsed?.());
  for (const hash of await manifestsInUse(db)) {
    used.add(hash);
    for (const file of (await readManifest(blobs, hash)).values()) used.add(file.hash);
  }
  return await blobs.removeUnused(used, before);
}

async function manifestsInUse(db: Database): Promise<Set<string>> {
  const orders = await db.selectFrom("run_order").select("trees_json").distinct().execute();
  const trees = await db.selectFrom("stored_tree").select("manifest_hash").execute();
  const hashes = orders.flatMap(({ trees_json }) =>
    Object.values(storedJson<Record<string, unknown>>(trees_json, {}))
  ).filter((hash) => typeof hash === "string");
  const folders = await db.selectFrom("stored_folder").select("manifest_hash")
    .where("manifest_hash", "is not", null).$narrowType<{ manifest_hash: string }>().execute();
  return new Set([...hashes, ...[...trees, ...folders].map(({ manifest_hash }) => manifest_hash)]);
}
