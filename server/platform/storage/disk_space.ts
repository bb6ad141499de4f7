import { statfs } from "node:fs/promises";

/** Room on a disk, as far as the panel may use it. */
export interface DiskSpace {
  totalBytes: number;
  freeBytes: number;
  /** Further files and folders that fit; null where the file system has no limit. */
  freeInodes: number | null;
}

/** Less than this is nearly full: a share of the disk, or bytes. What comes back above the second pair is fine again. */
const LOW = { share: 0.05, bytes: 500_000_000 };
const FINE = { share: 0.06, bytes: 600_000_000 };

/** Tells whether a disk is nearly full; `wasLow` is what was said last, for it has to get clearly better to be fine again. */
export function isLow(
  { totalBytes, freeBytes }: Pick<DiskSpace, "totalBytes" | "freeBytes">,
  wasLow: boolean,
): boolean {
  const { share, bytes } = wasLow ? FINE : LOW;
  return freeBytes < totalBytes * share || freeBytes < bytes;
}

/** Reads the room on the disk of a folder; null when it cannot be known. */
export async function readDiskSpace(folder: string): Promise<DiskSpace | null> {
  try {
    const { bsize, blocks, bavail, files, ffree } = await statfs(folder);
    return { totalBytes: blocks * bsize, freeBytes: bavail * bsize, freeInodes: files > 0 ? ffree : null };
  } catch {
    return null;
  }
}
