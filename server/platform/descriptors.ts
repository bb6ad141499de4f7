import { readdirSync, readFileSync } from "node:fs";

/** The common default, used when the system does not report a limit. */
const USUAL_LIMIT = 1024;

/** Returns how many files and connections this process may have open at once. */
export function descriptorLimit(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    const soft = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1];
    return soft === "unlimited" ? Infinity : Number(soft ?? USUAL_LIMIT);
  } catch {
    return USUAL_LIMIT;
  }
}

/**
 * Returns how many descriptors this process has open; null when the system does not report it, or when nothing more can be
 * opened.
 */
export function openDescriptors(): number | null {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return null;
  }
}
