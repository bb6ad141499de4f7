import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { FileArea } from "../../contract/files.ts";
import type { Base } from "../../engine/base.ts";
import { errorCode } from "../../platform/files/file_errors.ts";
import { BlobStore } from "./blob_store.ts";
import { databaseId } from "./database_id.ts";
import { SyncMemory } from "./sync_memory.ts";
import { readManifest, readTree } from "./tree_store.ts";

/** Where a panel remembers what it has synchronized, in its data folder. */
export function syncFolder(root: string): string {
  return join(root, "cluster", "sync");
}

export interface ClaimOptions extends Pick<Base, "db" | "clock"> {
  /** The data folder. */
  root: string;
}

/**
 * Makes a panel that is about to start publish areas as they are in its data folder: it then remembers to have had the shared
 * files, so that every difference is a change of its own. Throws file system and database errors.
 */
export async function claimTrees(
  { db, clock, root }: ClaimOptions,
  areas: readonly FileArea[],
): Promise<void> {
  const memory = new SyncMemory(syncFolder(root));
  const blobs = new BlobStore({ db, clock });
  const origin = await databaseId(db);
  for (const area of areas) {
    const { version, manifestHash } = await readTree(db, area);
    const folder = identityOf(join(root, area));
    if (manifestHash === null || folder === null) continue;
    memory.save(area, {
      origin,
      version,
      folder,
      base: await readManifest(blobs, manifestHash),
      pending: null,
    });
  }
}

// Null when there is no such folder: then there is nothing to publish.
function identityOf(path: string): string | null {
  try {
    const { dev, ino } = lstatSync(path);
    return `${dev}:${ino}`;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}
