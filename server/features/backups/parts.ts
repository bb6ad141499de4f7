// The names in the data folder that make up each part of a backup. Archives use the same names.
import { type BackupPart, backupParts } from "../../contract/automatic_backups.ts";
import { KEY_FILE } from "../../platform/seal.ts";
import { join } from "node:path";
import { statfs } from "node:fs/promises";
import type { PartDetails } from "../../contract/backups.ts";
import { findAt } from "../../platform/disk.ts";
import { PinnedFolder } from "../../platform/files/pinned_folder.ts";
import { walkTree } from "../../platform/files/walk_tree.ts";

export const DATABASE_FILE = "sundial.sqlite";
/** Files that SQLite creates next to the database; they belong to the current one. */
export const DATABASE_COMPANIONS = [`${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`] as const;
/** Known ssh host keys. */
export const HOSTS_FILE = "known_hosts";
export const VERSIONS_FOLDER = "versions";
export const BIN_FOLDER = "bin";
export const LOGS_FOLDER = "logs";

/** Names in the data folder, by part. */
export const partPaths: Record<BackupPart, readonly string[]> = {
  database: [DATABASE_FILE, HOSTS_FILE, "avatars"],
  scripts: ["scripts"],
  config: ["config"],
  history: [VERSIONS_FOLDER, BIN_FOLDER],
  logs: [LOGS_FOLDER],
};

/**
 * Returns the part that a name at the top level of the data folder belongs to; null if it is in no backup.
 * The key belongs to the database.
 */
export function partOf(top: string): BackupPart | null {
  if (top === KEY_FILE) return "database";
  return backupParts.find((part) => partPaths[part].includes(top)) ?? null;
}

/** Counts the current files and bytes of parts in a data folder. */
export async function measureParts(root: string, parts: readonly BackupPart[]): Promise<PartDetails[]> {
  const details: PartDetails[] = [];
  for (const part of parts) {
    const sum = { part, files: 0, bytes: 0 };
    for (const path of partPaths[part]) await measure(join(root, path), sum);
    details.push(sum);
  }
  return details;
}

async function measure(path: string, sum: PartDetails): Promise<void> {
  const found = await findAt(path);
  if (found?.isFile) add(sum, found.size);
  if (!found?.isDirectory) return;
  using folder = PinnedFolder.open(path);
  for await (const { stats } of walkTree(folder)) if (stats.isFile()) add(sum, stats.size);
}

function add(sum: PartDetails, bytes: number): void {
  sum.files++;
  sum.bytes += bytes;
}

/** Returns the free bytes on the disk of a folder; null if unknown. */
export async function freeBytes(path: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(path);
    return Number(bavail) * Number(bsize);
  } catch {
    return null;
  }
}
