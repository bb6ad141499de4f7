import { statfs } from "node:fs/promises";

/** Space on a disk, as far as the panel may use it. */
export interface DiskSpace {
  totalBytes: number;
  freeBytes: number;
  /** Free inodes; null when the file system has no limit. */
  freeInodes: number | null;
}

/** Below this, a disk is nearly full: a share of the disk, or bytes. It is fine again above the second pair. */
const LOW = { share: 0.05, bytes: 500_000_000 };
const FINE = { share: 0.06, bytes: 600_000_000 };

/**
 * Returns whether a disk is nearly full; `wasLow` is the previous result, because space must increase noticeably before it
 * is fine again.
 */
export function isLow(
  { totalBytes, freeBytes }: Pick<DiskSpace, "totalBytes" | "freeBytes">,
  wasLow: boolean,
): boolean {
  const { share, bytes } = wasLow ? FINE : LOW;
  return freeBytes < totalBytes * share || freeBytes < bytes;
}

/** Reads the space on the disk of a folder; null when it is unknown. */
export async function readDiskSpace(folder: string): Promise<DiskSpace | null> {
  try {
    const { bsize, blocks, bavail, files, ffree } = await statfs(folder);
    return { totalBytes: blocks * bsize, freeBytes: bavail * bsize, freeInodes: files > 0 ? ffree : null };
  } catch {
    return null;
  }
}
