// What is known of a data folder whose database cannot be opened.
import { existsSync, readdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { realDisk } from "../../platform/disk.ts";
import { KEY_FILE } from "../../platform/seal.ts";
import { BackupStore } from "./backup_store.ts";
import { BIN_FOLDER, DATABASE_COMPANIONS, DATABASE_FILE, VERSIONS_FOLDER } from "./parts.ts";
import { BEFORE_PREFIX } from "./restore_journal.ts";

/** Directories that a start creates empty, or that only a panel in use has. Scripts and configuration may be put there before. */
const filledByUse = [
  ...["access", "logs", "marks", "avatars", "deps", "cluster", "cache", "backups", "outputs"],
  ...[VERSIONS_FOLDER, BIN_FOLDER],
];

/**
 * Returns whether a panel has worked with a data folder. Without its database, such a folder must not get a new one: it would
 * have no account, and anyone could create the first one.
 */
export function wasUsed(root: string): boolean {
  if (existsSync(join(root, KEY_FILE))) return true;
  const [log] = DATABASE_COMPANIONS;
  if ((statSync(join(root, log), { throwIfNoEntry: false })?.size ?? 0) > 0) return true;
  const names = namesIn(root);
  return names.some((name) => name.startsWith(BEFORE_PREFIX)) ||
    filledByUse.some((name) => names.includes(name) && namesIn(join(root, name)).length > 0);
}

/** Puts aside what is left of a database without content, so that a new one can be created. */
export function setDatabaseAside(root: string, now: number): void {
  for (const name of [DATABASE_FILE, ...DATABASE_COMPANIONS]) {
    const path = join(root, name);
    if (existsSync(path)) renameSync(path, join(root, `${name}.before-${now}`));
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns the path of the newest verified backup of the database; null when there is none. */
export async function lastGoodBackup(root: string): Promise<string | null> {
  const store = new BackupStore(root, realDisk);
  const good = (await store.list()).find(({ verified, parts }) => verified && parts.includes("database"));
  return good ? store.pathOf(good) : null;
}
