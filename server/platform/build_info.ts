// What this program is. `deno.json` carries the same version, and a house test holds the two together: an executable
// has no `deno.json` to read.

import { join } from "node:path";
import { readSourceCommit } from "./source_commit.ts";

declare const SUNDIAL_BUILD_COMMIT: string | undefined;
declare const SUNDIAL_BUILT_AT: string | undefined;
declare const SUNDIAL_RELEASE_KEY: string | undefined;
declare const SUNDIAL_PROGRAM_FILE: string | undefined;

export const version = "0.1.0";

/** Commit this was made from, or the sources stand at; null when nobody knows. */
export const commit: string | null = typeof SUNDIAL_BUILD_COMMIT === "string"
  ? SUNDIAL_BUILD_COMMIT || null
  : readSourceCommit(join(import.meta.dirname!, "..", ".."));

/** When the executable was made, ISO 8601; null when run from source. */
export const builtAt: string | null = typeof SUNDIAL_BUILT_AT === "string" ? SUNDIAL_BUILT_AT : null;

/** Whether this is the one executable, with no Deno beside it. */
export const standalone: boolean = Deno.build.standalone;

/** Public key of whoever signs releases, Ed25519, 32 bytes in base64; null when none was built in. */
export const releaseKey: string | null = typeof SUNDIAL_RELEASE_KEY === "string" && SUNDIAL_RELEASE_KEY !== ""
  ? SUNDIAL_RELEASE_KEY
  : null;

// Asked once, at the start: once the file is replaced, the system names the file of this process otherwise.
const executableFile = Deno.build.standalone ? Deno.execPath() : null;

/** The file that is the program, which an update replaces; null when it is not one file. A build may name another one. */
export const programFile: string | null = typeof SUNDIAL_PROGRAM_FILE === "string"
  ? SUNDIAL_PROGRAM_FILE
  : executableFile;
