import { readdirSync, readFileSync } from "node:fs";

/** Where the system does not say, as many as most systems give. */
const USUAL_LIMIT = 1024;

/** Reads how many files and connections this process may have open at once. */
export function descriptorLimit(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    const soft = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1];
    return soft === "unlimited" ? Infinity : Number(soft ?? USUAL_LIMIT);
  } catch {
    return USUAL_LIMIT;
  }
}

/** Counts what this process has open; null where the system does not say, or when nothing more can be opened. */
export function openDescriptors(): number | null {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return null;
  }
}
