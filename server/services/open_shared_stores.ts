// What nodes store for each other besides logs and trees. Loaded only where there are several.
import { BlobStore } from "../cluster/files/blob_store.ts";
import { DatabaseContents } from "../cluster/files/database_contents.ts";
import { DatabaseFolders } from "../cluster/files/database_folders.ts";
import { removeUnusedBlobs } from "../cluster/files/tree_store.ts";
import { readAvatarHashes } from "../features/auth/account_store.ts";
import { readVersionHashes } from "../features/files/store.ts";
import type { Foundation } from "./foundation_shape.ts";
import type { SharedStores } from "./shared_node.ts";

/** Opens the stores; `nodeId` is called once this node has joined. */
export function openSharedStores(
  { db, clock }: Pick<Foundation, "db" | "clock">,
  nodeId: () => number,
): SharedStores {
  const blobs = new BlobStore({ db, clock });
  return {
    contents: new DatabaseContents(blobs, clock),
    folders: new DatabaseFolders({ db, clock, blobs, nodeId }),
    async removeUnused() {
      const readUsed = async () => [...await readVersionHashes(db), ...await readAvatarHashes(db)];
      await removeUnusedBlobs({ db, blobs, clock, readUsed });
    },
  };
}
