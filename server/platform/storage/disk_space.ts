import { existsSync, readFileSync, statfsSync, statSync } from "node:fs";

/** Space on a disk, as far as the panel may use it. */
export interface DiskSpace {
  totalBytes: number;
  freeBytes: number;
  /** Free inodes; null when the file system has no limit. */
  freeInodes: number | null;
  /** Whether it is mounted read-only, as after an error of the file system. */
  isReadOnly: boolean;
}

const MOUNTS = "/proc/self/mountinfo";
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

/**
 * Reads the space on the disk of a folder; null when it is unknown. Synchronously, like everything that is read every few
 * seconds: other threads would have to be woken for it, which takes more time at rest than all else. A disk that does not
 * answer stops the panel at its database anyway.
 */
export function readDiskSpace(folder: string): DiskSpace | null {
  try {
    const { bsize, blocks, bavail, files, ffree } = statfsSync(folder);
    const space = { totalBytes: blocks * bsize, freeBytes: bavail * bsize };
    return { ...space, freeInodes: files > 0 ? ffree : null, isReadOnly: isReadOnly(folder) };
  } catch {
    return null;
  }
}

// From the list of mounts, because trying to write would keep an idle disk awake. False where there is none.
function isReadOnly(folder: string): boolean {
  return existsSync(MOUNTS) && isMountedReadOnly(readFileSync(MOUNTS, "utf8"), statSync(folder).dev);
}

/** Returns whether the mounts of a device in a list such as `/proc/self/mountinfo` are all read-only. */
export function isMountedReadOnly(mounts: string, device: number): boolean {
  const major = ((device >>> 8) & 0xfff).toString();
  const minor = ((device & 0xff) | ((device >>> 12) & 0xfff00)).toString();
  const options = mounts.split("\n").map((line) => line.split(" "))
    .filter((fields) => fields[2] === `${major}:${minor}`)
    .map((fields) => [fields[5] ?? "", fields.at(-1) ?? ""].flatMap((list) => list.split(",")));
  return options.length > 0 && options.every((list) => readOnlyOptions.some((one) => list.includes(one)));
}

/** Newer kernels keep `rw` after an error and add the second. */
const readOnlyOptions = ["ro", "emergency_ro"];
