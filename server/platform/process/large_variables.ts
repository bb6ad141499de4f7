// Variables that are too long for the environment of a process (execve(2)), in a file that only the user of the panel can read.
// The library for scripts reads it inside the interpreter. Imports nothing but what the runtime includes.
import { readFileSync, writeFileSync } from "node:fs";

/** Contains the path of the file. */
export const LARGE_VARIABLES = "SUNDIAL_VARIABLES_FILE";

/** Writes variables to a new file. Throws file system errors. */
export function writeLargeVariables(path: string, variables: Readonly<Record<string, string>>): void {
  writeFileSync(path, JSON.stringify(variables), { mode: 0o600, flag: "wx" });
}

/** Reads the variables that the environment of this process names a file for; none without such a file. */
export function readLargeVariables(environment: Readonly<Record<string, string>>): Record<string, string> {
  const path = environment[LARGE_VARIABLES];
  if (path === undefined) return {};
  try {
    // Written above.
    return JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
  } catch {
    return {};
  }
}
