import { existsSync, readFileSync } from "node:fs";
import type { ProgramKind } from "../../contract/system.ts";

export interface Surroundings {
  /** The file that is the program; null when it is not one file. */
  programFile: string | null;
  /** Whether that file is the executable itself, and not one that a build has named. */
  standalone: boolean;
}

/** Tells how the panel runs. What lies in a container's own layer is gone with it, so there even an executable is not replaced. */
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
