// Build information of this program. `deno.json` has the same version, and an architecture test keeps the two in sync: an
// executable has no `deno.json` to read.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProgramKind } from "../contract/system.ts";
import { readSourceCommit } from "./source_commit.ts";

declare const SUNDIAL_BUILD_COMMIT: string | undefined;
declare const SUNDIAL_BUILT_AT: string | undefined;
declare const SUNDIAL_RELEASE_KEY: string | undefined;
declare const SUNDIAL_PROGRAM_FILE: string | undefined;

export const version = "0.1.0";

/** Commit of the build or of the source checkout; null when unknown. */
export const commit: string | null = typeof SUNDIAL_BUILD_COMMIT === "string"
  ? SUNDIAL_BUILD_COMMIT || null
  : readSourceCommit(join(import.meta.dirname!, "..", ".."));

/** When the executable was built, ISO 8601; null when run from source. */
export const builtAt: string | null = typeof SUNDIAL_BUILT_AT === "string" ? SUNDIAL_BUILT_AT : null;

/** Whether this is the standalone executable, with no Deno installed beside it. */
export const standalone: boolean = Deno.build.standalone;

/** Ed25519 public key of the release signer, 32 bytes in base64; null when none was built in. */
export const releaseKey: string | null = typeof SUNDIAL_RELEASE_KEY === "string" && SUNDIAL_RELEASE_KEY !== ""
  ? SUNDIAL_RELEASE_KEY
  : null;

// Read once at start: after the file is replaced, the system reports a different name for the file of this process.
const executableFile = Deno.build.standalone ? Deno.execPath() : null;

/** The program file that an update replaces; null when the program is not a single file. A build may name another one. */
export const programFile: string | null = typeof SUNDIAL_PROGRAM_FILE === "string"
  ? SUNDIAL_PROGRAM_FILE
  : executableFile;

/**
 * Returns how the panel is installed. Changes to a container's own layer are lost with it, so not even an executable is
 * replaced there.
 */
export function programKind(): ProgramKind {
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
