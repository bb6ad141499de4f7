import { readdirSync, readlinkSync } from "node:fs";

/**
 * Counts the files that this process has open at or below a folder; concurrent tests have files of their own
 * open.
 */
export function countOpenBelow(folder: string): number {
  return readdirSync("/proc/self/fd").filter((descriptor) => {
    const target = targetOf(descriptor);
    return target === folder || target.startsWith(`${folder}/`);
  }).length;
}

// Closed since it was listed.
function targetOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return "";
  }
}
