import { readdirSync, readlinkSync } from "node:fs";

/** Counts what this process has open at or below a folder: other tests run beside, and have files of their own open. */
export function countOpenBelow(folder: string): number {
  return readdirSync("/proc/self/fd").filter((descriptor) => {
    const target = targetOf(descriptor);
    return target === folder || target.startsWith(`${folder}/`);
  }).length;
}

// Closed since it was listed, then.
function targetOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return "";
  }
}
