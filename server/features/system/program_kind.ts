import { existsSync, readFileSync } from "node:fs";
import type { ProgramKind } from "../../contract/system.ts";

export interface Surroundings {
  /** The program's file; null if it is not a single file. */
  programFile: string | null;
  /** Whether that file is the executable itself, rather than one named by a build. */
  standalone: boolean;
}

/**
 * Returns how the panel is installed. Changes to a container's own layer are lost with it, so not even an
 * executable is replaced there.
 */
export function programKind({ programFile, standalone }: Surroundings): ProgramKind {
  if (programFile !== null && !standalone) return "executable";
  if (isContainer()) return "container";
  return programFile === null ? "sources" : "executable";
}

function isContainer(): boolean {
  if (existsSync("/.dockerenv") || existsSync("/run/.containerenv")) return true;
  try {
    return /\b(docker|kubepods|containerd|libpod|lxc)\b/.test(readFileSync("/proc/1/cgroup", "utf8"));
  } catch {
    return false;
  }
}
