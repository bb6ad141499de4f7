import { statfs } from "node:fs/promises";

/** Room on a disk, as far as the panel may use it. */
export interface DiskSpace {
  totalBytes: number;
  freeBytes: number;
  /** Further files and folders that fit; null where the file system has no limit. */
  freeInodes: number | null;
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
