// What is known of a data folder whose database cannot be opened.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { realDisk } from "../../platform/disk.ts";
import { KEY_FILE } from "../../platform/seal.ts";
import { BackupStore } from "./backup_store.ts";

/**
 * Returns whether a panel has worked with a data folder. Without its database, such a folder must not get a new one: it would
 * have no account, and anyone could create the first one.
 */
export function wasUsed(root: string): boolean {
  if (existsSync(join(root, KEY_FILE))) return true;
  return ["versions", "backups"].some((name) => {
    try {
      return readdirSync(join(root, name)).length > 0;
    } catch {
      return false;
    }
  });
}

/** Returns the path of the newest verified backup of the database; null when there is none. */
export async function lastGoodBackup(root: string): Promise<string | null> {
  const store = new BackupStore(root, realDisk);
  const good = (await store.list()).find(({ verified, parts }) => verified && parts.includes("database"));
  return good ? store.pathOf(good) : null;
}
