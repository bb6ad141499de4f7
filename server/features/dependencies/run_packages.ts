// The settings that let runs find the packages. Computed for every run, so it must be cheap: a few file
// system checks, and nothing is added if nothing is installed.
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { PackageDirectories } from "./places.ts";

/** How much of a script is searched for imports, in bytes. */
const HEAD_BYTES = 64 * 1024;

/** Adds to the environment of a run what lets it find the installed packages. */
export function packageEnvironment(
  directories: PackageDirectories,
  inherited: Readonly<Record<string, string>>,
  denoMirror: string | null,
): Record<string, string> {
  const first: string[] = [];
  const last: string[] = [];
  const environment: Record<string, string> = {};
  const modules = nodeModules(directories);
  if (modules !== null) {
    environment["NODE_PATH"] = joined([modules, inherited["NODE_PATH"]]);
    // Last, so that no package overrides a program of the machine.
    last.push(join(modules, ".bin"));
  }
  const programs = venvPrograms(directories);
  if (programs !== null) {
    environment["VIRTUAL_ENV"] = directories.python;
    first.push(programs);
  }
  if (existsSync(directories.deno)) {
    environment["DENO_DIR"] = directories.deno;
    // What was fetched from a mirror is found only with the mirror's URL.
    if (denoMirror !== null) environment["NPM_CONFIG_REGISTRY"] = denoMirror;
  }
  if (first.length + last.length > 0) environment["PATH"] = joined([...first, inherited["PATH"], ...last]);
  return environment;
}

/** Returns the directories to search first for an interpreter. */
export function interpreterFolders(directories: PackageDirectories): string[] {
  return [venvPrograms(directories) ?? []].flat();
}

/**
 * Returns the flags that let the panel's own runtime find the packages for a script. It uses either
 * `node_modules` or, for scripts that import `npm:` URLs, what Deno has fetched; never both at once.
 */
export function runtimeFlags(directories: PackageDirectories, script: string): string[] {
  return nodeModules(directories) === null || importsByAddress(script) ? [] : ["--node-modules-dir=manual"];
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join(delimiter);
}

function nodeModules({ node }: PackageDirectories): string | null {
  const modules = join(node, "node_modules");
  return existsSync(modules) ? modules : null;
}

// Follows links: after an update of the machine's Python, they may be broken.
function venvPrograms({ python }: PackageDirectories): string | null {
  const programs = join(python, "bin");
  return existsSync(join(programs, "python3")) ? programs : null;
}

function importsByAddress(script: string): boolean {
  try {
    const file = openSync(script, "r");
    try {
      const head = new Uint8Array(HEAD_BYTES);
      const length = readSync(file, head);
      return /["']npm:/.test(new TextDecoder().decode(head.subarray(0, length)));
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
