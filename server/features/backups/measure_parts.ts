import { join } from "node:path";
import { statfs } from "node:fs/promises";
import type { BackupPart } from "../../contract/automatic_backups.ts";
import type { PartDetails } from "../../contract/backups.ts";
import { findAt } from "../../platform/disk.ts";
import { PinnedFolder } from "../../platform/files/pinned_folder.ts";
import { walkTree } from "../../platform/files/walk_tree.ts";
import { partPaths } from "./parts.ts";

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
